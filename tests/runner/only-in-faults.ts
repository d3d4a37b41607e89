/** What `npm test` leaves to `npm run faults`, because it is only ever slow. */

/**
 * API tests that `npm test` runs on SQLite alone, and `npm run faults` on PostgreSQL too. They take three fifths of the
 * time on PostgreSQL, and one in fifteen of all statements is sent by them alone. Calls at the same moment, where the
 * stores differ, stay in `npm test`, except those of the longest files.
 */
export const POSTGRES_IN_FAULTS: readonly string[] = [
  'attack-orders',
  'claims-death',
  'claims-draft',
  'claims-handling',
  'claims-on-account',
  'claims-operator',
  'claims-prefill',
  'claims-waiting',
  'collection-list-large',
  'collection-payments',
  'credentials',
  'credentials-code',
  'credentials-undo',
  'demo-claims',
  'device-secret',
  'endorsement',
  'endorsement-model',
  'extension',
  'family',
  'family-policies',
  'gateways',
  'group-payments-long',
  'hostile-inputs',
  'intake',
  'invoices',
  'later-invoices',
  'login-lockout',
  'order-again',
  'object-storage',
  'orders-consent',
  'orders-health-changes',
  'orders-letters',
  'orders-sensitive',
  'orders-start',
  'overseas',
  'ownership',
  'policies',
  'policies-issuing',
  'policies-verify',
  'policy-changes',
  'policy-versions',
  'prepaid-invoices',
  'production',
  'production-checks',
  'slow-requests',
  'storage-limits',
  'storage-limits-of-forms',
  'surrender-refusals',
  'tuition',
].map((name) => `tests/api/${name}.test.ts`)

/**
 * Browser and fault tests of `npm run faults` alone: processes killed again and again (`claims-kill` and `outbox`
 * stay), memory under load, and journeys whose rules API tests check and of whose pages another journey opens each.
 */
export const BROWSER_IN_FAULTS: readonly string[] = [
  'e2e/journeys/next-term',
  'e2e/journeys/production',
  'e2e/journeys/second-child',
  'e2e/journeys/visa-refused',
  'e2e/narrow-sums',
  'e2e/parts',
  'faults/bank-kill',
  'faults/claims-browser-devices',
  'faults/database-pooled',
  'faults/front-server',
  'faults/intake',
  'faults/monitoring',
  'faults/nginx',
  'faults/object-storage',
  'faults/payments-browser',
  'faults/payments-kill',
  'faults/silent-connections',
  'faults/uploads',
].map((name) => `tests/${name}.test.ts`)
