package sanctions

import (
	"fmt"
	"runtime"
	"testing"
)

func TestFind(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, name := range Lists {
		_, text := list(t, name)
		texts = append(texts, text)
	}
	set, err := NewSet(append(texts, ""))
	if err != nil || len(set.Heads) != len(Lists) {
		t.Fatal(set.Heads, err)
	}
	for name, want := range map[string]string{
		"Igor Samplovich EXAMPLOV":   "[{eu EU.901.28 Igor Samplovich Examplov} {un QDi.901 IGOR EXAMPLOV SAMPLOVICH}]",
		"Examplov, Igor  Samplovich": "[{eu EU.901.28 Igor Samplovich Examplov} {un QDi.901 IGOR EXAMPLOV SAMPLOVICH}]",
		"Экзамплов Игорь Самплович":  "[{un QDi.901 Игорь Самплович Экзамплов}]",
		"Ekzamplov Igor' Samplovich": "[{un QDi.901 Игорь Самплович Экзамплов}]",
		"ЭКЗАМПЛОВ":                  "[{eu EU.901.28 Экзамплов}]",
		"Jane Qara Doe":              "[{ofac 90037 Jane Q'ara DOÉ}]",
		"ＤＯＥ　Ｊａｎｅ　Ｑａｒａ":              "[{ofac 90037 Jane Q'ara DOÉ}]",
		"Aero Example":               "[{ofac 90036 AERO-EXAMPLE}]",
		"Sample and Sons Trading Co": "[]", // & is not "and": nothing is guessed
		"Sample Sons Trading Co":     "[{un KPe.902 Sample & Sons Trading Co.}]",
		"王小明":                        "[{un KPe.902 王小明}]",
		"Wang Xiaoming":              "[{un KPe.902 王小明}]",
		"XIAOMING WANG":              "[{un KPe.902 王小明}]",
		"Wang Xiao Ming":             "[{un KPe.902 王小明}]",
		"Samplex":                    "[{un KPe.902 Samplex}]",
		"Samplex Ltd":                "[]", // a name of one word is the whole name
		"Musa":                       "[]", // too short
		"Igor Examplov":              "[]", // a part of a name
		"Igor Samplovich Examplow":   "[]",
		"Pacific Sample":             "[]", // a ship
		"Other Name":                 "[]",
		"":                           "[]",
		"🙂 …":                        "[]",
	} {
		if got := fmt.Sprint(set.Find(name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	yana, err := NewSet([]string{"{\"list\":\"un\"}\nQDi.902\tYana Dou\n"})
	if err != nil || len(yana.Find("Яна Доу")) != 1 {
		t.Errorf("Яна Доу: %v, %v", yana.Find("Яна Доу"), err)
	}
	if set, err := NewSet([]string{"", "{"}); err != nil || set.Find("Samplex") != nil {
		t.Errorf("no lists: %v", err)
	}
	if _, err := NewSet([]string{"{\nQDi.901\tMusa\n"}); err == nil {
		t.Error("a damaged list is read")
	}
	if hits := (*Set)(nil).Find("Samplex"); hits != nil {
		t.Errorf("a nil set finds %v", hits)
	}
}

// TestMemory measures what NewSet says of 60,000 names, about as many as the three lists have.
func TestMemory(t *testing.T) {
	_, text, err := Read(names(60_000), "eu", today)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	set, err := NewSet([]string{text})
	runtime.GC()
	runtime.ReadMemStats(&after)
	bytes := after.HeapAlloc - before.HeapAlloc + uint64(len(text))
	t.Logf("%d bytes, %d of them text", bytes, len(text))
	if err != nil || bytes > 11<<20 || set.Find("examplov sample59999 of the company") == nil {
		t.Errorf("%d bytes, %v", bytes, err)
	}
	runtime.KeepAlive(set)
}

func BenchmarkFind(b *testing.B) {
	_, text, err := Read(names(60_000), "eu", today)
	if err != nil {
		b.Fatal(err)
	}
	set, err := NewSet([]string{text})
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"Susan Tan", "Игорь Самплович Экзамплов", "王小明"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				set.Find(name)
			}
		})
	}
	b.Run("no lists", func(b *testing.B) {
		none, _ := NewSet(nil)
		for b.Loop() {
			none.Find("Susan Tan")
		}
	})
}
