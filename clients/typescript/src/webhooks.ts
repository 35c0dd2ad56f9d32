import { InvalidSignature } from "./errors.js";
import type { Event } from "./types.js";

const windowSeconds = 5 * 60; // between the webhook's time and this machine's clock

/**
 * Returns the event of a request to your endpoint, if it is signed with one of the secrets, as the Standard Webhooks
 * specification 1.0.0 says, and at most five minutes old.
 *
 * body is the request's body, byte for byte. Give it one secret, or the new and the old one during a rotation. An event may
 * arrive more than once: remember its data.id. Throws InvalidSignature, or TypeError if a secret is not one.
 */
export async function verifyWebhook(
  headers: Headers | { [name: string]: string | string[] | undefined },
  body: Uint8Array | string,
  ...secrets: string[]
): Promise<Event> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const values = new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? "")]));
  const id = values.get("webhook-id") ?? "";
  const timestamp = values.get("webhook-timestamp") ?? "";
  const keys = await Promise.all(secrets.map(importKey));
  if (keys.length === 0) {
    throw new TypeError("no secret is given");
  }
  if (!id) {
    throw new InvalidSignature("the request has no webhook-id");
  }
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > windowSeconds) {
    throw new InvalidSignature("webhook-timestamp is not within five minutes of this machine's clock");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + bytes.length);
  content.set(head);
  content.set(bytes, head.length);
  for (const signature of (values.get("webhook-signature") ?? "").split(" ")) {
    const mac = signature.startsWith("v1,") ? decoded(signature.slice("v1,".length)) : null;
    for (const key of keys) {
      if (mac && (await crypto.subtle.verify("HMAC", key, mac, content))) {
        return JSON.parse(new TextDecoder().decode(bytes)) as Event;
      }
    }
  }
  throw new InvalidSignature("webhook-signature does not match the secret and the body");
}

async function importKey(secret: string): Promise<CryptoKey> {
  const key = secret.startsWith("whsec_") ? decoded(secret.slice("whsec_".length)) : null;
  if (!key?.length) {
    throw new TypeError("a secret is not whsec_ and base64"); // without quoting it
  }
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}
