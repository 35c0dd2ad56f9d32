// Package partnerlabeltest gives tests a partnerlabel.Store whose inspections run in processes, as a server's do.
package partnerlabeltest
