package web

import (
	_ "embed" // words.csv

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// StatusView is a status as a badge shows it.
type StatusView struct {
	Tone string // good, warn, bad, active or "": nothing has happened yet
	Text string // a key of texts
	Icon string // of a tracker status
}

//go:embed words.csv
var wordsFile string

// word is the word for a value.
type word struct {
	value string
	StatusView
}

// words are the lines of words.csv by what their values are of.
var words = func() map[string][]word {
	all := map[string][]word{}
	for _, row := range shipment.Rows("words.csv", wordsFile)[1:] {
		all[row[0]] = append(all[row[0]], word{row[1], StatusView{Text: row[2], Tone: row[3], Icon: row[4]}})
	}
	return all
}()

// Badges are the words for the values of something, as badges.
func Badges[S ~string](of string) map[S]StatusView {
	return each.Pairs(words[of], func(w word) (S, StatusView) { return S(w.value), w.StatusView })
}

// Texts are the words for the values of something.
func Texts[S ~string](of string) map[S]string {
	return each.Pairs(words[of], func(w word) (S, string) { return S(w.value), w.Text })
}

// Choices are the values of something and their words, in the order of words.csv.
func Choices(of string) [][2]string {
	return each.Of(words[of], func(w word) [2]string { return [2]string{w.value, w.Text} })
}

// TextsOf are the texts of states.
func TextsOf[S ~string](states map[S]StatusView) map[string]string {
	texts := make(map[string]string, len(states))
	for state, view := range states {
		texts[string(state)] = view.Text
	}
	return texts
}

// Statuses are the badges of tracker statuses.
var Statuses = Badges[shipment.TrackerStatus]("tracker status")

// StatusOf is the badge of a tracker status; an unknown one is shown as it is.
func StatusOf(s shipment.TrackerStatus) StatusView {
	return Badge(Statuses, s)
}

// Badge is the badge of a state; one that is not known is shown as it is.
func Badge[S ~string](known map[S]StatusView, state S) StatusView {
	if badge, ok := known[state]; ok {
		return badge
	}
	return StatusView{Text: string(state)}
}

// Attention is something that a person should look at.
type Attention struct {
	Tone, Text string
	Path       string
}

// Queues are the queues of orders in words, as tabs and as badges; "" are all orders.
var Queues = Badges[shipment.Queue]("queue")
