// What the generated types say about values: requests have the choices that there are, and responses may have more.
import type * as hey from "./hey-api/types.gen";
import type * as orval from "./orval/waybill";
import type * as swagger from "./swagger/waybill";

type Orders = [hey.CreateOrder, orval.CreateOrder, swagger.CreateOrder];
type Records = [hey.OrderRecord, orval.OrderRecord, swagger.OrderRecord];

export const sent: Pick<Orders[number], "payment_type" | "consignee_name" | "consignee_postal" | "incoterm">[] = [
  { payment_type: "prepaid", consignee_name: "Susan", consignee_postal: 12420, incoterm: "DAP" },
];
// @ts-expect-error: no such choice
export const choices: Orders[0]["payment_type"] = "credit";
// @ts-expect-error: no such choice
export const otherChoices: Orders[1]["payment_type"] = "credit";
// @ts-expect-error: no such choice
export const moreChoices: Orders[2]["payment_type"] = "credit";
// @ts-expect-error: a name is text
export const names: Orders[number]["consignee_name"] = 7;

export const statuses: [Records[0]["tracker_status_code"], Records[1]["tracker_status_code"], Records[2]["tracker_status_code"]] =
  ["A_LATER_STATUS", "A_LATER_STATUS", "A_LATER_STATUS"];
