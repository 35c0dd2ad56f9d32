package api

import (
	"context"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
)

// addNote adds a note to an order of the account.
func (a *API) addNote(ctx context.Context, c shell.Call, note string) (shipment.OrderNote, error) {
	return a.Orders.AddNote(ctx, a.By(c), c.Req.PathValue("tracking_no"), note)
}

// deleteNote deletes a note of an order of the account.
func (a *API) deleteNote(ctx context.Context, c shell.Call) error {
	return a.Orders.DeleteNote(ctx, a.By(c), c.Req.PathValue("tracking_no"), c.ID())
}

// listTags lists the different tags of the account's orders, which are at most shipment.MaxAccountTags.
func (a *API) listTags(ctx context.Context, c shell.Call) ([]string, error) {
	return a.Store.Annotations.Tags(ctx, c.Caller.AccountID)
}

func writeTags(o *openapi.Object, tags *[]string) { openapi.Texts(o, "results", *tags) }

func writeNote(o *openapi.Object, n *shipment.OrderNote) {
	o.Int64("note_id", n.NoteID)
	o.Time("written_on", n.WrittenOn)
	o.Text("actor_kind", n.ActorKind).Enum("user", "key", "command", "server")
	o.Text("actor", n.Actor).About("The e-mail address of the user, the id of the key, or who ran the command.")
	o.Text("text", n.Text).MinLength(1).MaxLength(500)
}
