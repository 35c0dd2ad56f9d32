// Package phrase puts messages of the API, the rules and the importer, which are in English and name fields, into
// words for people in their language. A message enters, with the label of the input that it is about; the text to show
// leaves. A message that no phrase fits stays as it is: it is in the words of an operator, a shipper or a partner.
// Nothing here knows pages or forms.
package phrase
