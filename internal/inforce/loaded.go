package inforce

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"waybill/internal/rules"
	"waybill/internal/sanctions"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// Rates returns the exchange rates that rules use, nil if none are loaded.
func Rates(ctx context.Context, m *masterdata.Store) (*rules.Rates, error) {
	text, err := m.Loaded(ctx, masterdata.LoadedRates)
	if err != nil || text == "" {
		return nil, err
	}
	var r rules.Rates
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return nil, fmt.Errorf("read the exchange rates: %w", err)
	}
	return &r, nil
}

// SetRates replaces the exchange rates. Running servers use them within a second.
func SetRates(ctx context.Context, m *masterdata.Store, r *rules.Rates) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write the exchange rates: %w", err)
	}
	return m.SetLoaded(ctx, masterdata.LoadedRates, string(text))
}

// HSCodes returns the nomenclature that the operator loaded, or that of the program.
func HSCodes(ctx context.Context, m *masterdata.Store) (*shipment.Nomenclature, error) {
	text, err := m.Loaded(ctx, masterdata.LoadedHSCodes)
	if err != nil || text == "" {
		return shipment.BuiltInHS(), err
	}
	return shipment.ParseHS(text)
}

// SetHSCodes replaces the nomenclature; nil is that of the program. Running servers use it within a second.
func SetHSCodes(ctx context.Context, m *masterdata.Store, n *shipment.Nomenclature) error {
	if n == nil {
		return m.SetLoaded(ctx, masterdata.LoadedHSCodes, "")
	}
	text, err := n.Text()
	if err != nil {
		return err
	}
	return m.SetLoaded(ctx, masterdata.LoadedHSCodes, text)
}

// Sanctions returns the lists of sanctions that the operator loaded: have, if it has them.
func Sanctions(ctx context.Context, m *masterdata.Store, have *sanctions.Set) (*sanctions.Set, error) {
	texts := make([]string, len(sanctions.Lists))
	for i, list := range sanctions.Lists {
		var err error
		if texts[i], err = m.Loaded(ctx, masterdata.LoadedSanctions(list)); err != nil {
			return nil, err
		}
	}
	if have != nil && slices.Equal(texts, have.Texts) {
		return have, nil
	}
	return sanctions.NewSet(texts)
}

// withLoaded gives rules the files that the operator loaded. The lists of sanctions are names; nil: they are read.
func withLoaded(ctx context.Context, m *masterdata.Store, set *rules.Set, names *sanctions.Set) (*rules.Set, error) {
	rates, err := Rates(ctx, m)
	if err != nil {
		return nil, err
	}
	codes, err := HSCodes(ctx, m)
	if err != nil {
		return nil, err
	}
	if names == nil {
		names, err = Sanctions(ctx, m, nil)
	}
	return set.With(rates, codes, names), err
}
