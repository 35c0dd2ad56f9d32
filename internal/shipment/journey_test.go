package shipment

import "testing"

// TestEveryStepOfAJourneyMovesTheOrder walks each journey to its end.
func TestEveryStepOfAJourneyMovesTheOrder(t *testing.T) {
	ends := map[string]TrackerStatus{
		"normal": Success, "failed_delivery": Success, "customs_hold": Success, "return_to_sender": Returned, "lost": Exception,
	}
	order := Order{Pickup: Party{Country: "SG"}, Consignee: Party{Country: "ID"}}
	for _, j := range Journeys() {
		standing := NewStanding()
		for i, step := range j.Steps {
			e := step.Event(&order, noon)
			var moved bool
			if standing, moved = standing.After(e, 0); !moved {
				t.Errorf("%s: step %d, %s, moves nothing", j.Name, i, step.Status)
			}
			if e.Country != map[bool]Country{false: "SG", true: "ID"}[step.Abroad] || e.Source != SourceSimulated {
				t.Errorf("%s: step %d is %+v", j.Name, i, e)
			}
		}
		if standing.Status != ends[j.Name] || j.About == "" {
			t.Errorf("%s ends with %s", j.Name, standing.Status)
		}
		delete(ends, j.Name)
	}
	if len(ends) > 0 {
		t.Errorf("no journeys %v", ends)
	}
	lost, _ := JourneyByName("lost")
	if end := lost.Steps[len(lost.Steps)-1]; end.Text != LostText {
		t.Errorf("a lost parcel ends with %q", end.Text)
	}
	if _, ok := JourneyByName("nowhere"); ok {
		t.Error("there is a journey to nowhere")
	}
}
