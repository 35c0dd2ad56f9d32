package job

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/admission"
	"waybill/internal/each"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// checkFile reads and checks the file of an import, and stores what it has found.
func (w *Worker) checkFile(ctx context.Context, queue stored.Queue, i stored.Import) error {
	give, err := w.readers.take(ctx, i.AccountID, i.FileSize, true)
	if err != nil {
		return err
	}
	defer give()
	if i.FileSize >= largeFile {
		defer saveMemory()()
	}
	held := w.Memory.Hold(admission.Owner{Account: i.AccountID, Imports: true})
	defer held.Release()
	options, err := ReadOptions(i.Options)
	if err != nil {
		return err
	}
	var report Report
	plan, err := w.plan(ctx, i, options, held, &report)
	if refused, ok := errors.AsType[*importer.RefusedError](err); ok {
		return w.settle(ctx, queue, i, report, stored.Failed, refused.Reason)
	}
	if err != nil {
		return err
	}
	if err := w.Imports.DropImportCheck(ctx, queue, i.ImportID); err != nil {
		return err
	}
	c := &checking{Worker: w, queue: queue, i: i, plan: plan, report: &report, keepsOrders: !options.DryRun, shown: map[int]bool{}}
	for _, column := range plan.Sources("shipper_order_id", "consignee_name") { // by which people know a row
		c.shown[column] = true
	}
	if c.checks, err = w.Orders.Checking(ctx, orders.Caller{Caller: masterdata.Caller{AccountID: i.AccountID}}, nil); err != nil {
		return err
	}
	c.checks.Counts = !options.DryRun && len(i.Report) == 0 // once for a file, however often it is checked
	if err := c.summing.readRecent(ctx, w.Store, i.AccountID); err != nil {
		return err
	}
	if err := c.all(ctx); err != nil {
		if errors.Is(err, errCancelling) {
			err = nil // the next turn ends the import
		}
		return err
	}
	report.FirstOrders, report.Ranges = c.summing.first, c.summing.ranges()
	same, err := w.Imports.ImportsOfFile(ctx, i)
	if err != nil {
		return err
	}
	report.SameFile = each.Of(same, func(earlier stored.Import) EarlierImport {
		return EarlierImport{earlier.ImportID, shipment.FormatTime(earlier.CreatedOn), earlier.Created}
	})
	return w.decide(ctx, queue, i, options, report, c.groups)
}

// decide settles what follows a check.
func (w *Worker) decide(
	ctx context.Context, queue stored.Queue, i stored.Import, options Options, report Report, groups int64,
) error {
	report.Needs = report.needs(options)
	i.GroupsStaged = groups
	state, message := stored.Creating, problem.Message{}
	switch {
	case options.DryRun:
		state = stored.Checked
	case report.Valid == 0 && report.LeftOut == report.Orders:
		report.Needs, state, message = nil, stored.Failed, problem.AllLeftOut.With(report.Orders)
	case report.Valid == 0:
		report.Needs, state, message = nil, stored.Failed, problem.NoValidOrder.With(report.Orders)
	case report.Needs != nil:
		state = stored.Waiting
	}
	return w.settle(ctx, queue, i, report, state, message)
}

// settle stores a report and the state that follows it.
func (w *Worker) settle(
	ctx context.Context, queue stored.Queue, i stored.Import, report Report, state stored.State, message problem.Message,
) error {
	report.Message = message
	_, err := w.Imports.AdvanceImport(ctx, queue, i.ImportID, func(is *stored.Import) error {
		is.State, is.Report, is.Message, is.GroupsStaged = state, report.encode(), message.String(), i.GroupsStaged
		return nil
	})
	return err
}

// plan reads the file of an import and applies the mapping. A *importer.RefusedError says what is wrong with the file
// or with the options.
func (w *Worker) plan(
	ctx context.Context, i stored.Import, options Options, held *admission.Hold, report *Report,
) (*importer.Plan, error) {
	table, err := w.readAsBefore(ctx, i, options, held)
	if err != nil {
		return nil, err
	}
	report.describe(table)
	if table.Len() == 0 {
		return nil, &importer.RefusedError{Reason: problem.NoRowsBelow}
	}
	if err := w.findMapping(ctx, i, options, table, report); err != nil {
		return nil, err
	}
	if missing := report.Mapping.Missing(); len(missing) > 0 {
		report.Missing = each.Of(missing, func(f request.Field) string { return f.Name })
		return nil, &importer.RefusedError{Reason: problem.ColumnsMissing.With(strings.Join(report.Missing, ", "))}
	}
	plan, err := importer.NewPlan(table, report.Mapping)
	if err != nil {
		return nil, &importer.RefusedError{Reason: problem.OtherMapping.With(strings.TrimSuffix(err.Error(), "."))}
	}
	report.Orders, report.Filters = int64(plan.Len()), plan.Filters()
	if slices.ContainsFunc(report.Notes, func(m problem.Message) bool { return m.Is(problem.DescribingRow) }) {
		report.Orders++
		report.addLeftOut(&importer.LeftOut{Heading: table.Headings[0], Reason: describingRow})
		report.asksLeftOut = true
	}
	report.Notes = append(report.Notes, plan.Notes()...)
	report.Unfit = append(report.Unfit, each.Of(plan.Questions(), func(q importer.Question) string { return q.Heading })...)
	return plan, nil
}

// readFile reads the table of an import's file with its corrections. It charges what that takes before it does.
func (w *Worker) readFile(ctx context.Context, i stored.Import, options Options, held *admission.Hold) (*importer.Table, error) {
	corrections, err := w.Imports.Corrections(ctx, i.AccountID, i.ImportID)
	if err != nil {
		return nil, err
	}
	memory := memoryOf(i.FileSize)
	for _, c := range corrections {
		memory += int64(len(c.Text))
	}
	if err := held.GrowTo(ctx, memory); err != nil {
		return nil, err
	}
	file := make([]byte, 0, i.FileSize)
	for part := int64(0); ; part++ {
		content, err := w.Imports.ImportPart(ctx, i.AccountID, i.ImportID, part)
		if errors.Is(err, store.ErrNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		file = append(file, content...)
	}
	delimiter, _ := utf8.DecodeRuneInString(options.Delimiter)
	if options.Delimiter == "" {
		delimiter = 0
	}
	table, err := importer.Read(ctx, w.Runner, file, importer.ReadOptions{
		Owner: fmt.Sprintf("account %d", i.AccountID), Charset: options.Charset, Delimiter: delimiter, Sheet: options.Sheet,
		HeadingRow: int(options.HeadingRow),
	})
	if err == nil {
		for _, c := range corrections {
			table.Correct(int(c.Row), int(c.Column), c.Text)
		}
	}
	return table, err
}

const (
	// costOfFile is how many times the size of a file its table takes at most, with the file. XLSX is compressed, but
	// its texts are bounded by importer.MaxText.
	costOfFile = 6
	// costOfCheck is the additional memory of a check, in bytes: a hundred orders, and the results stored with them.
	costOfCheck = 8 << 20
)

// memoryOf is the memory that reading a file may take, in bytes.
func memoryOf(size int64) int64 { return min(size*costOfFile, size+importer.MaxText) + costOfCheck }

// findMapping finds the mapping of an import: the given one, the one of an earlier import, or one by the headings, which also
// decide about the columns that the mapping does not name.
func (w *Worker) findMapping(ctx context.Context, i stored.Import, options Options, t *importer.Table, report *Report) (err error) {
	report.MappingSource = MappingGiven
	if options.Mapping == nil {
		report.MappingSource = MappingSuggested
	}
	mapping, importID, err := w.answers(ctx, i, options, t.Headings)
	if err != nil {
		return err
	}
	if importID != 0 || options.Mapping == nil && mapping.Columns != nil {
		report.MappingSource, report.MappingImport = MappingRemembered, importID
		report.Unfit = each.Of(importer.Unfit(t, mapping), importer.ColumnMapping.Name)
	}
	countries, err := w.countriesOfService(ctx, options, mapping)
	if err != nil {
		return err
	}
	given := map[string]string{}
	maps.Copy(given, mapping.Defaults)
	maps.Copy(given, options.Defaults)
	maps.Copy(countries, given)
	said := encode(mapping.LeaveOut)
	mapping.Defaults = countries
	mapping = importer.Complete(t, mapping)
	report.asksLeftOut = !bytes.Equal(said, encode(mapping.LeaveOut))
	mapping.Defaults = maps.Clone(mapping.Defaults)
	report.noteCountries(mapping, countries, given)
	report.Mapping = mapping
	if report.CharsetGuessed && importID != 0 {
		report.knownCharset, err = w.charsetOf(ctx, i.AccountID, importID)
	}
	return err
}

const (
	consigneeCountry = "consignee_country"
	pickupCountry    = "pickup_country"
)

// countriesOfService are the countries to and from which the service of an import runs, by field, as far as it has only one and nobody
// gave another.
func (w *Worker) countriesOfService(ctx context.Context, options Options, m importer.Mapping) (map[string]string, error) {
	countries := map[string]string{}
	services, err := w.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return nil, err
	}
	id, _ := strconv.ParseInt(cmp.Or(options.Defaults["service_id"], m.Defaults["service_id"]), 10, 64)
	service := services[id]
	for field, country := range map[string]shipment.Country{consigneeCountry: service.Destination, pickupCountry: service.Origin} {
		if country != "" && options.Defaults[field] == "" {
			countries[field] = country.Name()
		}
	}
	return countries, nil
}

// noteCountries notes the countries of the service. They are no defaults of a mapping that has columns of countries.
func (r *Report) noteCountries(m importer.Mapping, ofService, given map[string]string) {
	for _, field := range []string{consigneeCountry, pickupCountry} {
		isColumn := slices.ContainsFunc(m.Columns, func(c importer.ColumnMapping) bool { return c.Field == field })
		switch country := ofService[field]; {
		case country == "" || given[field] != "":
		case isColumn:
			delete(m.Defaults, field)
		default:
			r.Notes = append(r.Notes, problem.ServiceCountry.With(field, country))
		}
	}
}

// answers returns the account's answers about columns: in this import, or in an earlier one of a file with the same headings, which
// has the number importID if that is known.
func (w *Worker) answers(
	ctx context.Context, i stored.Import, options Options, headings []string,
) (mapping importer.Mapping, importID int64, err error) {
	if options.Mapping != nil {
		return *options.Mapping, 0, nil
	}
	remembered, err := w.Imports.ImportMapping(ctx, i.AccountID, hashOfHeadings(headings))
	if err != nil {
		return importer.Mapping{}, 0, err
	}
	mapping, err = importer.ParseMapping(remembered.Mapping)
	if err != nil { // there is none, or it has fields that this version does not know
		return importer.Mapping{}, 0, nil //nolint:nilerr // the headings decide then
	}
	return mapping, remembered.ImportID, nil
}

// remember stores what the account has said about columns, and the service, for later files with the same headings when the import
// creates its first orders. What was only checked may be wrong.
func (w *Worker) remember(ctx context.Context, i stored.Import, options Options) error {
	if i.GroupsDone > 0 {
		return nil
	}
	report, err := ReadReport(i.Report)
	if err != nil {
		return err
	}
	mapping, _, err := w.answers(ctx, i, options, report.Headings)
	if err != nil {
		return err
	}
	for _, heading := range report.Unfit { // what was confirmed to be no field is not asked again
		isHere := func(c importer.ColumnMapping) bool { return strings.EqualFold(c.Heading, heading) }
		if slices.Contains(report.Headings, heading) && !slices.ContainsFunc(report.Mapping.Columns, isHere) { // not one that is shown shortened
			mapping.Columns = append(slices.Clone(mapping.Columns), importer.ColumnMapping{Heading: heading, Ignore: true})
		}
	}
	if service := options.Defaults["service_id"]; service != "" {
		mapping.Defaults = each.With(mapping.Defaults, "service_id", service)
	}
	return w.Imports.KeepImportMapping(ctx, i.AccountID, hashOfHeadings(report.Headings), stored.Mapping{
		Mapping: encode(mapping), ImportID: i.ImportID,
	})
}

// hashOfHeadings is that of the headings without the column of errors, so that the file of refused rows has that of its file.
func hashOfHeadings(headings []string) [sha256.Size]byte {
	return sha256.Sum256(encode(slices.DeleteFunc(slices.Clone(headings), func(heading string) bool {
		return strings.EqualFold(heading, importer.ErrorHeading)
	})))
}

// readAsBefore reads the table of an import's file. If nobody has said where the headings are, and the account has not created orders
// of a file with the headings that are found, it looks where the headings of the account's last import are, and takes them if they
// are known.
func (w *Worker) readAsBefore(ctx context.Context, i stored.Import, options Options, held *admission.Hold) (*importer.Table, error) {
	table, found := w.readFile(ctx, i, options, held)
	_, unread := errors.AsType[*importer.RefusedError](found)
	if found != nil && !unread || options.HeadingRow != 0 || options.Sheet != "" {
		return table, found
	}
	if table != nil {
		known, err := w.Imports.ImportMapping(ctx, i.AccountID, hashOfHeadings(table.Headings))
		if err != nil || known.Mapping != nil {
			return table, err
		}
	}
	sheet, headingRow, err := w.lastPlace(ctx, i)
	if err != nil || sheet == "" && headingRow == 0 {
		return table, cmp.Or(err, found)
	}
	options.Sheet, options.HeadingRow = sheet, headingRow
	other, err := w.readFile(ctx, i, options, held)
	if _, unread := errors.AsType[*importer.RefusedError](err); unread {
		return table, found
	}
	if err != nil {
		return nil, err
	}
	known, err := w.Imports.ImportMapping(ctx, i.AccountID, hashOfHeadings(other.Headings))
	if err != nil || known.Mapping != nil {
		return other, err
	}
	return table, found
}

// recentImports is how many imports are looked at for the place of the headings.
const recentImports = 20

// lastPlace is where the last import of an account that created orders says that its headings are, if it does.
func (w *Worker) lastPlace(ctx context.Context, i stored.Import) (sheet string, headingRow int64, err error) {
	recent, err := w.Imports.Imports(ctx, i.AccountID, i.ImportID, recentImports)
	if err != nil {
		return "", 0, err
	}
	for _, earlier := range recent {
		options, err := ReadOptions(earlier.Options)
		if err != nil || earlier.Created > 0 && (options.Sheet != "" || options.HeadingRow != 0) {
			return options.Sheet, options.HeadingRow, err
		}
	}
	return "", 0, nil
}

// charsetOf is the charset of an import whose orders were created, "" if it is not known.
func (w *Worker) charsetOf(ctx context.Context, accountID, importID int64) (string, error) {
	earlier, err := w.Imports.Import(ctx, accountID, importID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	report, err := ReadReport(earlier.Report) // an empty one if there is no such import
	return report.Charset, err
}

// rowsOf are the numbers of a draft's rows in the file, ascending.
func rowsOf(t *importer.Table, d importer.Draft) []int64 {
	rows := each.Of(d.Rows, func(row int) int64 { return int64(t.Number(row)) })
	slices.Sort(rows)
	return rows
}
