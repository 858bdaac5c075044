/** A variable, or several that belong together, with its text on the page (Markdown, links relative to docs/). */
type Described = { names: string[]; byDefault: string; inProduction: string; what: string }

/** Every environment variable of the shop by topic; `npm run write-configuration` writes docs/configuration.md from it. */
export const configuration: { topic: string; variables: Described[] }[] = [
  {
    topic: 'The shop',
    variables: [
      {
        names: ['SHOP_MODE'],
        byDefault: '`trial`',
        inProduction: '`production`',
        what: '`trial` has sandbox services and sample accounts; `production` has neither',
      },
      {
        names: ['PORT'],
        byDefault: '`3000`',
        inProduction: 'optional',
        what: 'port to listen on; 0 takes a free one, and the start prints it',
      },
      {
        names: ['HOST'],
        byDefault: '`127.0.0.1`',
        inProduction: 'optional',
        what: 'address to listen on; a trial shop listens on loopback only',
      },
      {
        names: ['SHOP_URL'],
        byDefault: '`http://localhost:PORT`',
        inProduction: 'required, https',
        what: 'public address of the shop; links in mails begin with it',
      },
      {
        names: ['SHOP_NAME'],
        byDefault: '`Teleforge`',
        inProduction: 'optional',
        what: 'brand in header, footer and mails; wins over the name set in the browser',
      },
      {
        names: ['DATA_DIR'],
        byDefault: '`data`',
        inProduction: 'optional',
        what: 'folder of the private database, pictures, documents, mails',
      },
      {
        names: ['AUTH_SECRET'],
        byDefault: 'generated in `DATA_DIR`',
        inProduction: 'required',
        what: 'at least 32 random characters; signs cookies and links',
      },
      {
        names: ['ADMIN_EMAIL'],
        byDefault: 'none',
        inProduction: 'optional',
        what: 'this address becomes an admin once registered (in production: once verified), and again at each start; contact messages and notices of refunds are mailed to it, otherwise to every admin',
      },
      {
        names: ['TRUSTED_PROXIES'],
        byDefault: 'none',
        inProduction: 'behind a proxy',
        what: 'addresses or ranges, separated by commas, whose `X-Forwarded-For` is trusted',
      },
      {
        names: ['SHOP_PROCESSES'],
        byDefault: '`1`',
        inProduction: "the machine's cores, at most 8",
        what: 'processes that answer requests, 1 to 64; with more than one, another runs the jobs and a first one [keeps them](operations.md#several-processes)',
      },
      {
        names: ['SHOP_DEV'],
        byDefault: 'none',
        inProduction: 'unused',
        what: '`1`, set by `npm run dev`: the storefront with hot reload',
      },
      {
        names: ['DRAIN_MS'],
        byDefault: '`0`',
        inProduction: 'behind a balancer',
        what: 'milliseconds that the shop keeps serving, with `/readyz` at 503, after it was told to stop',
      },
    ],
  },
  {
    topic: 'Database and backups',
    variables: [
      {
        names: ['DATABASE_URL'],
        byDefault: 'none',
        inProduction: 'optional',
        what: '[an existing PostgreSQL](services/database.md) (15 or newer, with the extension `pg_trgm`, which the owner of a database may create) instead of the private one: `postgres://USER:PASSWORD@HOST:PORT/NAME`, several hosts separated by commas, `?sslmode=verify-full` for TLS',
      },
      {
        names: ['DATABASE_POOLER'],
        byDefault: 'none',
        inProduction: 'behind a pooler in transaction mode',
        what: '`transaction`: the shop uses no session state',
      },
      {
        names: ['DATABASE_PREPARE'],
        byDefault: '`1`',
        inProduction: 'behind an old pooler',
        what: '`0`: no prepared statements, for a pooler that does not support them',
      },
      {
        names: ['SANDBOX_DATABASE_URL'],
        byDefault: "the name of the shop's database with `_sandbox`",
        inProduction: 'optional',
        what: 'another database for the [sandbox](sandbox.md) of test keys, or `off`',
      },
      {
        names: ['BACKUP_HOURS', 'BACKUP_KEEP', 'BACKUP_DIR'],
        byDefault: '`0` (none), `7`, `backups` in `DATA_DIR`',
        inProduction: 'recommended',
        what: '[backups](backup.md) by the running shop: hours between them, how many are kept, and where (use another disk)',
      },
    ],
  },
  {
    topic: 'Payments',
    variables: [
      {
        names: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
        byDefault: 'none: sandbox in trial mode',
        inProduction: 'required',
        what: '[card payments with Stripe](services/stripe.md); both test or both live keys, in production live keys',
      },
      {
        names: ['STRIPE_WEBHOOK_SECRET'],
        byDefault: 'none',
        inProduction: 'required',
        what: "secret that signs Stripe's messages to `SHOP_URL/api/payment-webhook`; two, separated by a comma, during a change",
      },
      {
        names: ['STRIPE_ALLOW_TEST_KEYS'],
        byDefault: 'none',
        inProduction: 'for a rehearsal',
        what: '`1` lets a production shop start with test keys; each start prints a warning',
      },
      { names: ['STRIPE_API_URL'], byDefault: "Stripe's own", inProduction: 'for tests', what: "replaces the address of Stripe's API" },
      {
        names: ['SANDBOX_FEE_PERCENT'],
        byDefault: '`2.9`',
        inProduction: 'unused',
        what: 'what the sandbox of trial mode keeps of each payment in its [payouts](books.md#payouts)',
      },
    ],
  },
  {
    topic: 'Mails',
    variables: [
      {
        names: ['SMTP_URL'],
        byDefault: 'none: mails as files in trial mode',
        inProduction: 'required',
        what: '[mail server](services/mail.md): `smtp://USER:PASSWORD@HOST:PORT` (STARTTLS) or `smtps://...` (TLS from the start)',
      },
      {
        names: ['MAIL_FROM'],
        byDefault: 'none',
        inProduction: 'required',
        what: "sender address of the shop's mails; the sender's name is `SHOP_NAME`",
      },
      {
        names: ['INBOUND_MAIL_SECRET', 'INBOUND_MAIL_AUTHSERV'],
        byDefault: 'built-in ones in trial mode',
        inProduction: 'optional',
        what: "[lists by mail](services/mail.md#mails-to-the-shop): secret that signs mails to the shop, and the provider's name in `Authentication-Results`; without them none is taken",
      },
      {
        names: ['MAILS_PER_DAY_UNCONFIRMED', 'MAILS_PER_DAY'],
        byDefault: '`10`, `500`',
        inProduction: 'optional',
        what: 'maximum of [mails to one address](services/mail.md#how-many-mails-an-address-gets) within 24 hours, before and after it is confirmed; at least 7 and 61',
      },
      {
        names: ['ORDER_MAIL_SECONDS'],
        byDefault: '`60` in production, `0` in trial mode',
        inProduction: 'optional',
        what: 'minimum seconds between two mails about one order; events in between are combined in one mail',
      },
      {
        names: ['DIGEST_HOUR'],
        byDefault: '`7`',
        inProduction: 'optional',
        what: 'hour of the day (UTC) from which admins get the mail about low stock, and those who chose one mail a day about paid orders get that',
      },
    ],
  },
  {
    topic: 'Sign-in',
    variables: [
      {
        names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
        byDefault: 'none: sample provider in trial mode',
        inProduction: 'optional',
        what: '[sign-in with Google](services/sign-in.md)',
      },
      {
        names: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
        byDefault: 'none',
        inProduction: 'optional',
        what: '[sign-in with any OpenID Connect provider](services/sign-in.md)',
      },
      {
        names: ['OIDC_NAME'],
        byDefault: 'host of `OIDC_ISSUER`',
        inProduction: 'optional',
        what: 'name on its button: *Continue With ...*',
      },
      {
        names: ['GOOGLE_ISSUER'],
        byDefault: '`https://accounts.google.com`',
        inProduction: 'for tests',
        what: 'replaces the address of Google',
      },
    ],
  },
  {
    topic: 'Pictures and documents',
    variables: [
      {
        names: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
        byDefault: 'none: pictures and documents in `DATA_DIR`',
        inProduction: 'optional',
        what: '[S3-compatible store](services/pictures.md) for pictures and documents of parts',
      },
      { names: ['S3_REGION'], byDefault: '`us-east-1`', inProduction: 'optional', what: 'region of the bucket' },
      {
        names: ['S3_PUBLIC_URL'],
        byDefault: 'none: the shop serves the pictures',
        inProduction: 'optional',
        what: "https address from which browsers fetch the bucket's files directly",
      },
      {
        names: ['IMAGE_HOST_URL', 'IMAGE_HOST_KEY'],
        byDefault: 'none',
        inProduction: 'optional',
        what: '[image host](services/pictures.md) for pictures instead of S3',
      },
      {
        names: ['IMAGE_HOST_KEY_NAME', 'IMAGE_HOST_KEY_IN'],
        byDefault: '`key`, `query`',
        inProduction: 'optional',
        what: "name of the key's parameter; `query` or `form`",
      },
      {
        names: ['IMAGE_HOST_SERVES_FROM'],
        byDefault: 'host of `IMAGE_HOST_URL`',
        inProduction: 'optional',
        what: 'host names of the picture addresses, separated by commas',
      },
      {
        names: ['FETCH_PRIVATE_ADDRESSES'],
        byDefault: 'none',
        inProduction: 'optional',
        what: 'IP addresses and networks, separated by commas, from which an import may [fetch pictures](services/pictures.md#pictures-from-addresses), and to which [webhooks](webhooks.md) may go, although they are private, such as `10.1.2.0/24`',
      },
    ],
  },
  {
    topic: 'Orders, prices and reviews',
    variables: [
      {
        names: ['MAX_UNPAID_ORDERS'],
        byDefault: '`20`',
        inProduction: 'optional',
        what: 'unpaid orders at a time, for an account that has paid before',
      },
      {
        names: ['UNPAID_ORDER_DAYS'],
        byDefault: '`7`',
        inProduction: 'optional',
        what: 'days until an unpaid order of such an account is cancelled and its pieces return to stock',
      },
      {
        names: ['TRUST_EARNED'],
        byDefault: '`1` in production, `0` in trial mode',
        inProduction: 'optional',
        what: '`1`: the limits of unpaid orders and holds grow when the address is confirmed and after the first payment; `0`: every account has the highest limits',
      },
      {
        names: ['TRUST_UNCONFIRMED', 'TRUST_CONFIRMED', 'TRUST_PAID'],
        byDefault: '[operations](operations.md#what-an-account-may-set-aside)',
        inProduction: 'optional',
        what: 'these limits before the address is confirmed, before the first payment, and after it, such as `bills=2, dollars=250000`; the others keep their defaults',
      },
      {
        names: ['PRICE_FALL_PERCENT'],
        byDefault: '`30`',
        inProduction: 'optional',
        what: 'a price, or step of a price ladder, that falls by more per cent than this must be confirmed; `100`: never',
      },
      {
        names: ['RETURN_ADDRESS'],
        byDefault: 'none',
        inProduction: 'optional',
        what: 'address of the shop on address labels, below its name; at most 5 lines with semicolons between them, such as `Dock 4; 53113 Bonn; Germany`',
      },
      {
        names: ['CARRIER_LINK'],
        byDefault: 'none',
        inProduction: 'optional',
        what: 'where parcels of *Other carrier* are followed: an address with https and `{number}`, such as `https://carrier.example.com/track/{number}`',
      },
      {
        names: ['VIES_URL'],
        byDefault: 'none: VAT ids are not looked up in trial mode',
        inProduction: '`https://ec.europa.eu/taxation_customs/vies/rest-api`',
        what: 'where VAT ids of buyers are [looked up](tax.md#vat-ids); `none`: nowhere',
      },
      {
        names: ['REVIEW_RELEASE'],
        byDefault: '`1`',
        inProduction: 'optional',
        what: '`1`: a review by an account that has never paid is shown after an admin releases it; `0`, and trial mode: every review is shown at once',
      },
      { names: ['REVIEWS_PER_WEEK'], byDefault: '`3`', inProduction: 'optional', what: 'reviews per account within seven days' },
    ],
  },
  {
    topic: 'Operation and limits',
    variables: [
      {
        names: ['LOG_LEVEL'],
        byDefault: '`warn`',
        inProduction: '`info` unless set',
        what: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`; from `info` on, one line per request ([operations](operations.md))',
      },
      {
        names: ['METRICS_TOKEN'],
        byDefault: 'none',
        inProduction: 'recommended',
        what: 'Bearer token that allows reading `/metrics`; at least 16 characters',
      },
      {
        names: ['AUDIT_DAYS'],
        byDefault: '`0`',
        inProduction: 'optional',
        what: 'days after which entries of the audit log are deleted, at least 30; `0`: never',
      },
      {
        names: ['IN_FLIGHT_MB', 'IN_FLIGHT_NETWORK_MB'],
        byDefault: '`64`, `24`',
        inProduction: 'optional',
        what: 'memory for request bodies and streamed answers: in all (at least 48; at most half of it for those who have never paid) and per network (at least 24)',
      },
      {
        names: ['WRITE_TIMEOUT_SECONDS'],
        byDefault: '`30`',
        inProduction: 'optional',
        what: 'a connection is closed when the client reads nothing of an answer for this time',
      },
    ],
  },
]
