package command

import "testing"

func TestTexts(t *testing.T) {
	t.Parallel()
	const texts Texts = `# box
Manage boxes

A box has a size.

It has no weight.

# box list
List boxes

# box set NAME... --size SIZE
Set the size of boxes

Examples:
  waybill box set S M
    --size 3
  waybill box set L
`
	group := texts.Group("box", texts.Of("box list"))
	if group.Use != "box" || group.Short != "Manage boxes" || group.Long != "A box has a size.\n\nIt has no weight." || group.Example != "" {
		t.Errorf("the group: %q, %q, %q, %q", group.Use, group.Short, group.Long, group.Example)
	}
	if list := group.Commands()[0]; list.Use != "list" || list.Short != "List boxes" || list.Long != "" || list.Example != "" {
		t.Errorf("the list: %q, %q, %q, %q", list.Use, list.Short, list.Long, list.Example)
	}
	set := texts.New("box set NAME... --size SIZE", group.RunE)
	if set.Use != "set NAME... --size SIZE" || set.Short != "Set the size of boxes" || set.Long != "" || set.RunE == nil ||
		set.Example != "  waybill box set S M\n    --size 3\n  waybill box set L" {
		t.Errorf("set: %q, %q, %q, %q", set.Use, set.Short, set.Long, set.Example)
	}
	defer func() {
		if recover() == nil {
			t.Error("a command without texts is made")
		}
	}()
	texts.Of("box set")
}
