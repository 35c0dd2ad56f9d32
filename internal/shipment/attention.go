package shipment

// Attention is why a person of the operator has to look at a parcel. A parcel may need it for several reasons.
type Attention string

// The reasons.
const (
	AttentionCustoms     Attention = "customs"      // customs of the destination have it
	AttentionFailed      Attention = "failed"       // a pickup or delivery failed, or there is another exception; it is not lost
	AttentionLost        Attention = "lost"         // it is lost
	AttentionUnmoved     Attention = "unmoved"      // what was recorded of it did not change its status
	AttentionSilent      Attention = "silent"       // it has no event for longer than is usual on its lane
	AttentionPartnerDown Attention = "partner-down" // it waits for a partner that takes nothing
)

// Attentions are all reasons, in the order in which they are shown.
func Attentions() []Attention {
	return []Attention{
		AttentionCustoms, AttentionFailed, AttentionLost, AttentionUnmoved, AttentionSilent, AttentionPartnerDown,
	}
}
