// Package answer makes the responses of operations: an object, a list, or a page of one, which a function writes that also describes
// it in the OpenAPI document; see package openapi. Which fields an answer has belongs to the operation.
package answer
