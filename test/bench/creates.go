package main

import (
	"context"
	"sync/atomic"
)

// Targets of creates, as ratios.
const (
	ofGroupCommit   = 0.7
	ofOwnSQLite     = 3
	ofOwnPostgreSQL = 1.5
	ofBulk          = 0.7
)

// compareSingle measures requests of one order.
func (b *bench) compareSingle(ctx context.Context, address, bareAddress string, raw *rawWriter, reference *atomic.Int64) error {
	b.say("requests of 1 order, %d connections", singleConnections)
	product, hangUpProduct := newCreates(ctx, "waybill", address, singleConnections, 1, reference)
	defer hangUpProduct()
	bare, hangUpBare := newCreates(ctx, "bare handler", bareAddress, singleConnections, 1, reference)
	defer hangUpBare()
	group, err := raw.groupCommit(ctx, "raw, group commit", singleConnections)
	if err != nil {
		return err
	}
	own, err := raw.transactions(ctx, "raw, a transaction each", b.engine.ownWriters, 1)
	if err != nil {
		return err
	}
	figures, err := compare(ctx, b.options, product, group, own, bare)
	if err != nil {
		return err
	}
	ofOwn := atLeast(ofOwnPostgreSQL)
	if b.engine.name == sqliteName {
		ofOwn = atLeast(ofOwnSQLite)
	}
	b.reportCreates("1 order a request, c=64", figures[0], []comparison{
		{group, figures[1], atLeast(ofGroupCommit)}, {own, figures[2], ofOwn}, {bare, figures[3], target{}},
	})
	return nil
}

// compareBulk measures requests of many orders.
func (b *bench) compareBulk(ctx context.Context, address, bareAddress string, raw *rawWriter, reference *atomic.Int64) error {
	b.say("requests of %d orders, %d connections", bulkOrders, bulkConnections)
	product, hangUpProduct := newCreates(ctx, "waybill", address, bulkConnections, bulkOrders, reference)
	defer hangUpProduct()
	bare, hangUpBare := newCreates(ctx, "bare handler", bareAddress, bulkConnections, bulkOrders, reference)
	defer hangUpBare()
	transactions, err := raw.transactions(ctx, "raw, 100 a transaction", b.engine.bulkWriters, bulkOrders)
	if err != nil {
		return err
	}
	figures, err := compare(ctx, b.options, product, transactions, bare)
	if err != nil {
		return err
	}
	b.reportCreates("100 orders a request, c=4", figures[0], []comparison{
		{transactions, figures[1], atLeast(ofBulk)}, {bare, figures[2], target{}},
	})
	return nil
}

// comparison is a reference that the product was measured beside.
type comparison struct {
	contender
	figure
	target
}

func (b *bench) reportCreates(work string, product figure, references []comparison) {
	for _, r := range references {
		b.report.compare(work, perSecond("orders", product), latencies(product), r.name, perSecond("orders", r.figure),
			product.beside(r.figure), r.target)
	}
}
