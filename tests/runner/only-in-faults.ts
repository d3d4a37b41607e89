/** What `npm test` leaves to `npm run faults`, because it is only ever slow. */

const api = (names: readonly string[]): string[] => names.map((name) => `tests/api/${name}.test.ts`)

/**
 * API tests that `npm test` runs on PostgreSQL instead of SQLite, because the stores differ in calls at the same
 * moment: what is claimed, paid, refunded, sent or taken over twice. All others run on SQLite, and in `npm run faults`
 * every file runs on both.
 */
export const POSTGRES_INSTEAD = api([
  'bank-batches',
  'bank-transfers-model',
  'claims-concurrent-changes',
  'claims-model',
  'collection',
  'concurrent-requests',
  'contact-undo',
  'gateways-declined',
  'gateways-many-refunds',
  'group-payments',
  'group-payments-moments',
  'group-payments-order-of-events',
  'group-payments-outcome',
  'group-payments-single',
  'invoices',
  'list-queries',
  'order-list',
  'orders-second',
  'outbox',
  'outbox-lanes',
  'payables',
  'payment-links',
  'payment-links-model',
  'payments',
  'payments-after-closing',
  'payments-notifications',
  'payments-order-of-events',
  'payments-refunds',
  'prepared-query',
  'refund-requests',
  'store-unavailable',
  'transfers',
  'transfers-four-eyes',
  'transition',
])

/** API tests that `npm test` runs on both stores: the schema, its keys, what is kept and what is erased. */
export const ON_BOTH_STORES = api(['erasure', 'keys', 'retention', 'schema'])

/** Tests of the editors' tools that read all of the content again and again. */
export const UNIT_IN_FAULTS: readonly string[] = [
  'src/programs/content/check-spoilt-files.test.ts',
  'src/programs/editing/samples/samples.test.ts',
]

/**
 * Browser and fault tests of `npm run faults` alone: processes killed again and again (`claims-kill` and `outbox`
 * stay), memory under load, and journeys whose rules API tests check and of whose pages another journey opens each.
 */
export const BROWSER_IN_FAULTS: readonly string[] = [
  'e2e/editing',
  'e2e/journeys/account-closing',
  'e2e/journeys/bank-batches',
  'e2e/journeys/claims-death',
  'e2e/journeys/claims-devices',
  'e2e/journeys/collection',
  'e2e/journeys/collection-list',
  'e2e/journeys/data-copy',
  'e2e/journeys/effort',
  'e2e/journeys/group-payment',
  'e2e/journeys/next-term',
  'e2e/journeys/overseas-application',
  'e2e/journeys/passport-name',
  'e2e/journeys/policy-cancelled',
  'e2e/journeys/policy-change',
  'e2e/journeys/prepaid',
  'e2e/journeys/price-in-reach',
  'e2e/journeys/production',
  'e2e/journeys/production-claim',
  'e2e/journeys/second-child',
  'e2e/journeys/tuition',
  'e2e/journeys/visa-refused',
  'e2e/narrow-sums',
  'e2e/parts',
  'faults/aftermath',
  'faults/backup',
  'faults/bank-kill',
  'faults/claims-browser-claimed-before',
  'faults/claims-browser-devices',
  'faults/claims-browser-killed',
  'faults/claims-browser-session',
  'faults/claims-browser-uploads',
  'faults/database-pooled',
  'faults/front-server',
  'faults/intake',
  'faults/kill-matrix',
  'faults/monitoring',
  'faults/nginx',
  'faults/object-storage',
  'faults/outages',
  'faults/payments-browser',
  'faults/payments-kill',
  'faults/silent-connections',
  'faults/slow-senders',
  'faults/static-hosts',
  'faults/store-move',
  'faults/uploads',
  'faults/uploads-kinds',
].map((name) => `tests/${name}.test.ts`)
