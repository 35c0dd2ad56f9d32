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
			has = s.Order.HasBatteries()
		}
		if has {
			marks = append(marks, mark)
		}
	}
	return marks
}

// marks draws the marks beside one another, each as an icon with its word.
func (d *parcels) marks(b box, marks []string) {
	d.rule(b.x, b.y, b.x+b.w, b.y)
	const gap = 0.6
	width := b.w / float64(len(marks))
	module, _ := d.module(iconSide, b.h-gap, 0.375)
	side := iconSide * module
	for i, mark := range marks {
		x := b.x + float64(i)*width
		d.cells(x, b.y+gap+(b.h-gap-side)/2, module, iconCells(mark))
		word := text{value: strings.ToUpper(mark), weight: typeset.Bold, whole: true}
		d.line(box{x + side + 1, b.y + gap, width - side - 2, b.h - gap}, sizes{9, 5}, word)
	}
}
