// An identity provider for tests: node provider.mjs FOLDER_OF_MODULES ACCOUNTS.json PORT REDIRECT_URI
// It prints its issuer when it serves, and reads the accounts again at each sign-in: {"LOGIN": {"email": …, "email_verified": …}}.
// The login is the subject.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, accounts, port, redirectURI] = process.argv.slice(2);
const { Provider } = await import(pathToFileURL(join(modules, 'oidc-provider', 'lib', 'index.js')));

const issuer = `http://localhost:${port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: 'waybill', client_secret: 'provider-secret', redirect_uris: [redirectURI] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  cookies: { keys: ['test'] },
  ttl: { AuthorizationCode: 3600, Grant: 3600, Interaction: 3600, Session: 3600 }, // longer than any test
  findAccount: (_, login) => ({
    accountId: login,
    claims: () => ({ sub: login, ...JSON.parse(readFileSync(accounts, 'utf8'))[login] }),
  }),
  // Everybody consents.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
});
createServer(provider.callback()).listen(Number(port), '127.0.0.1', () => console.log(issuer));
