package phrase

// servicePhrases are what the service says when it cannot do something.
var servicePhrases = []phrase{
	{"You do not have permission to perform this action.", key("You may not do this.")},
	{"Request body is larger than 16 MiB.", key("This is too large: at most 16 MiB.")},
	{
		"The returns, with what their forward orders fill in, are larger than 16 MiB. Send fewer returns in one request.",
		key("This is too large: at most 16 MiB."),
	},
	{"The request body ended early or came too slowly.", key("The connection broke. Try again.")},
	{
		"The service is handling as much as it can. Try again shortly.",
		key("There is too much to do at the moment. Try again shortly."),
	},
	{"The service is shutting down. Try again shortly.", key("The service is restarting. Try again shortly.")},
	{
		"The database did not confirm this request in time: it may have been carried out, or may be yet. " +
			"Send it again with the same Idempotency-Key, which is safe; without one, look first.",
		key("It is not known whether this was done. Look first, before you try again."),
	},
	{
		"The service cannot reach or write its database. Try again shortly.",
		key("The database cannot be reached. Try again shortly."),
	},
	{
		"The service cannot use its database, which its operator has to repair.",
		key("The database is damaged. Your operator has to repair it."),
	},
	{
		"This Idempotency-Key was used with another request body. Use a new key for a new request.",
		key("This form was sent before with other values. Open it again."),
	},
	{
		"A request with this Idempotency-Key is still running. Try again shortly.",
		key("This form was sent before, and is still being carried out."),
	},
	{"The service did not finish in time. Try again shortly.", key("This took too long. Try again shortly.")},
	{
		"Request was throttled. Expected available in {number} seconds.",
		key("There were too many requests. Try again in %[2]d seconds."),
	},
	{"Internal server error. Request id: {text}", key("Something went wrong here. Tell your operator this number: %[2]s")},
	{
		"The service cannot reach the files of partners' labels. Try again shortly.",
		key("The labels of partners cannot be reached. Try again shortly."),
	},
	{key("The labels of partners are being converted. Try again shortly."), ""},

	{
		"The order was changed since you read it: If-Match is not its ETag. Read it again, and repeat the change.",
		key("Somebody else changed the order since you opened it. Look at its page, then save again what you want to change."),
	},
	{
		"The order was changed at the same time. Read it again, and repeat the change.",
		key("Somebody else changed the order since you opened it. Look at its page, then save again what you want to change."),
	},
	{key("The order is being submitted to its partner. Try again in a minute."), ""},
	{key("It is not known yet whether the partner has the order. The partner is asked; try again in a minute."), ""},
	{key("The partner has the order, which cannot be changed any more. Cancel and replace it."), ""},
	{key("The order is held."), ""},
	{key("The order is held for this reason."), ""},
	{key("The order is released."), ""},
	{key("The order is not held."), ""},
	{key("Release the order when it may go on."), ""},
	{key("The partner may have the order, so no other one can get it. Keep the service, or cancel and replace the order."), ""},
	{key("The order is cancelled. Replace it, or create another one."), ""},
	{key("The parcel was picked up, so the order cannot be changed."), ""},
	{
		"The partner is asked to cancel the order. Nothing is created yet: send the request again when the order is cancelled.",
		key("The partner is asked to cancel the order. Nothing is created yet. Keep this page open, and press the button again later."),
	},
	{"Order {text} replaces this order already.", key("Order %[2]s replaces this order already.")},
	{key("An order can be changed 500 times. Cancel and replace it."), ""},
	{key("One of the two services is fulfilled by a partner, the other is not. Cancel and replace the order."), ""},
	{key("The order would be invalid."), ""},
	{key("The tracking number names the country. Cancel and replace the order."), ""},
}
