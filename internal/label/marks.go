package label

import (
	"embed"
	"slices"
	"strings"

	"waybill/internal/label/canvas"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// icons has the picture of each mark of services, in the file of its name: # is black.
//
//go:embed marks
var icons embed.FS

// iconSide is the side of an icon, in modules.
const iconSide = 16

// iconCells returns the cells of the icon of a mark.
func iconCells(mark string) (cells []canvas.Cell) {
	picture, err := icons.ReadFile("marks/" + mark + ".txt")
	if err != nil {
		panic("read the icon of a mark: " + err.Error())
	}
	for y, line := range strings.Split(strings.TrimSpace(string(picture)), "\n") {
		cells = appendRow(cells, y, len(line), func(x int) bool { return line[x] == '#' })
	}
	return cells
}

// marksOf returns the marks of the service, without that of batteries unless the order says that it has some.
func marksOf(s *Shipment) (marks []string) {
	for _, mark := range shipment.ServiceMarks() {
		has := slices.Contains(s.ServiceLabels.Marks, mark)
		if mark == shipment.MarkBattery {
			has = s.Order.BatteryNumbers() != nil
		}
		if has {
			marks = append(marks, mark)
		}
	}
	return marks
}

// marks draws the marks beside one another, each as an icon with its word, that of batteries with their UN numbers below. A longer text
// has more of the width.
func (d *parcels) marks(b box, marks, numbers []string) {
	d.rule(b.x, b.y, b.x+b.w, b.y)
	const gap = 0.6
	words, letters := make([][]string, len(marks)), 0
	for i, mark := range marks {
		words[i] = []string{strings.ToUpper(mark)}
		if mark == shipment.MarkBattery {
			all := slices.Concat(words[i], numbers)
			half := (len(all) + 1) / 2
			words[i] = []string{strings.Join(all[:half], " "), strings.Join(all[half:], " ")}
		}
		letters += len(words[i][0])
	}
	module, _ := d.module(iconSide, b.h-gap, 0.375)
	side, x := iconSide*module, b.x
	free := b.w - float64(len(marks))*(side+2)
	for i, mark := range marks {
		d.cells(x, b.y+gap+(b.h-gap-side)/2, module, iconCells(mark))
		width := free * float64(len(words[i][0])) / float64(letters)
		d.lines(box{x + side + 1, b.y + gap, width, b.h - gap}, sizes{9, 5}, text{value: strings.Join(words[i], "\n"), weight: typeset.Bold})
		x += side + 2 + width
	}
}
