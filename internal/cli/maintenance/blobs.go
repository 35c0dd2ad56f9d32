package maintenance

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"waybill/internal/blob"
	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// filesAtOnce is how many labels `blobs check` reads at the same time. Each has at most shipment.MaxPartnerLabel bytes.
const filesAtOnce = 8

func newBlobs(p command.Process) *cobra.Command {
	var refetch bool
	check := commands.New("blobs check", func(cmd *cobra.Command, _ []string) error {
		return command.WithBlobs(cmd, p, func(ctx context.Context, s *store.Store, blobs blob.Store) error {
			return checkLabels(ctx, p, s, blobs, refetch)
		})
	})
	return commands.Group("blobs", command.Flags(check, "refetch", &refetch))
}

func checkLabels(ctx context.Context, p command.Process, s *store.Store, blobs blob.Store, refetch bool) error {
	accounts, err := s.MasterData.Accounts(ctx)
	if err != nil {
		return err
	}
	read, lost := 0, 0
	for _, account := range accounts {
		for after := int64(0); ; {
			labels, err := s.Ledger.StoredLabels(ctx, account.AccountID, after)
			if err != nil {
				return err
			}
			if len(labels) == 0 {
				break
			}
			read, after = read+len(labels), labels[len(labels)-1].OrderID
			reasons, err := lostLabels(ctx, blobs, labels)
			if err != nil {
				return err
			}
			for i, reason := range reasons {
				if reason == "" {
					continue
				}
				lost++
				fmt.Fprintf(p.Stdout, "account %d, order id %d: %s %s\n", account.AccountID, labels[i].OrderID, labels[i].Blob, reason)
				if refetch {
					if err := s.Ledger.RefetchLabel(ctx, labels[i]); err != nil {
						return err
					}
				}
			}
		}
	}
	fmt.Fprintf(p.Stdout, "Read %s: %d lost.\n", command.Count(int64(read), "label of a partner", "labels of partners"), lost)
	switch {
	case lost > 0 && !refetch:
		return command.ErrReported
	case lost > 0:
		fmt.Fprintln(p.Stdout, "The servers ask the partners for them again.")
	}
	return nil
}

// lostLabels says what is wrong with the file of each label; "" is nothing. Its error is one of the store of files.
func lostLabels(ctx context.Context, blobs blob.Store, labels []store.PartnerLabel) ([]string, error) {
	reasons := make([]string, len(labels))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for i, l := range labels {
		group.Go(func() error {
			content, err := blobs.Get(ctx, l.Blob)
			switch {
			case errors.Is(err, blob.ErrNotFound):
				reasons[i] = "is missing"
			case errors.Is(err, blob.ErrTooLarge), err == nil && shipment.PartnerLabel{Format: l.Format, Content: content}.BlobName() != l.Blob:
				reasons[i] = "is not what was stored"
			case err != nil:
				return err
			}
			return nil
		})
	}
	return reasons, group.Wait()
}
