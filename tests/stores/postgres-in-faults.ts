/**
 * API tests that `npm test` runs on SQLite alone, and `npm run faults` on PostgreSQL too. They take two fifths of the
 * time on PostgreSQL and send one in fifty of its statements that no other file sends: what they test is the trade, not
 * the store.
 */
export const POSTGRES_IN_FAULTS: readonly string[] = [
  'claims-death',
  'claims-handling',
  'claims-waiting',
  'demo-claims',
  'device-secret',
  'family-policies',
  'gateways',
  'hostile-inputs',
  'intake',
  'order-again',
  'orders',
  'orders-consent',
  'orders-start',
  'overseas',
  'ownership',
  'policies',
  'policy-changes',
  'prepaid-invoices',
].map((name) => `tests/api/${name}.test.ts`)
