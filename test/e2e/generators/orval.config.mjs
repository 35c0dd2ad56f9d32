// A function for each media type: an import takes a form, or a file as its body.
export default {
  waybill: {
    input: "openapi.json",
    output: { target: "orval/waybill.ts", client: "fetch", override: { splitByContentType: true } },
  },
};
