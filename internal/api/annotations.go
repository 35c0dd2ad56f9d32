package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
)

// addNote adds a note to an order of the account.
func (a *changing) addNote(ctx context.Context, c shell.Call, note string) (shell.Response, error) {
	answer.Once(ctx, http.StatusCreated, writeNote)
	added, err := a.api.Orders.AddNote(ctx, a.api.By(c), c.Req.PathValue("tracking_no"), note)
	return answer.Object(http.StatusCreated, &added, writeNote), err
}

// deleteNote deletes a note of an order of the account.
func (a *changing) deleteNote(ctx context.Context, c shell.Call) (shell.Response, error) {
	err := a.api.Orders.DeleteNote(ctx, a.api.By(c), c.Req.PathValue("tracking_no"), c.ID())
	return shell.Response{Status: http.StatusNoContent}, err
}

// listTags lists the different tags of the account's orders, which are at most shipment.MaxAccountTags.
func (a *changing) listTags(ctx context.Context, c shell.Call) (shell.Response, error) {
	tags, err := a.api.Store.Annotations.Tags(ctx, c.Caller.AccountID)
	return objectOf(http.StatusOK, func(e *jx.Encoder) { writeTexts(e, "results", tags) }), err
}

func writeNote(o *openapi.Object, n *shipment.OrderNote) {
	o.Int64("note_id", n.NoteID)
	o.Time("written_on", n.WrittenOn)
	o.Text("actor_kind", n.ActorKind).Enum("user", "key", "command", "server")
	o.Text("actor", n.Actor).About("The e-mail address of the user, the id of the key, or who ran the command.")
	o.Text("text", n.Text).MinLength(1).MaxLength(500)
}

func writeTexts[S ~string](e *jx.Encoder, name string, texts []S) {
	array(e, name, texts, func(e *jx.Encoder, text *S) { e.Str(string(*text)) })
}
