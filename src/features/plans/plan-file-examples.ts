/** Examples that an editor can copy into a plan's file, for the messages about a wrong field. */

/** A line an editor can copy, by the last name of the field. */
const EXAMPLES: Record<string, string> = {
  insurer: 'insurer: qinghe',
  currency: 'currency: CNY',
  online: 'online: true',
  retired: 'retired: 2027-01-31',
  replacedBy: 'replacedBy: us-campus',
  destinations: 'destinations: [us]',
  visas: 'visas: [student]',
  ages: 'ages: { from: 6, to: 40 }',
  term: 'term: { unit: month, from: 1, to: 12 }',
  waiting: 'waiting: { count: 7, unit: day, afterArrival: true }',
  yearMaximum: 'yearMaximum: 4000000',
  perIllness: 'perIllness: 1000000',
  deductible: 'deductible: { per: visit, amount: 300 }',
  scope: 'scope: all',
  share: 'share: { network: 90, outside: 70 }',
  preExisting: 'preExisting: { kind: excluded }',
  basis: 'basis: customary',
  family: 'family: { spouse: 150, child: 80 }',
  refund: 'refund: { kind: net_premium }',
  extendYears: 'extendYears: 4',
  health: 'health: [1, 3, 8, 12]',
  changed: 'changed: 2026-11-20',
  tiers: 'tiers: { gold: … }',
  directBilling: 'directBilling: guarantee_letter',
  bands: '- { ages: { from: 6, to: 17 }, price: { silver: 300, gold: 520 } }',
  price: 'price: { silver: 300, gold: 520 }',
  premium: 'premium: { unit: month, bands: … }',
  asOf: 'asOf: 2026-11-20',
  date: 'date: 2026-11-01',
  name: 'name: US Campus',
  know: 'know: [ … ]',
  solvency: 'solvency: { asOf: 2026-06-30, local: 158 }',
  licence: 'licence: SAMPLE-P001',
  requirements: '- text: Your school decides.\n    asOf: 2026-11-20',
  from: 'from: 6',
  to: 'to: 40',
  worldExcept: 'destinations: { worldExcept: [us] }',
  visits: 'visits: 10',
  sample: 'sample: true',
  assistance: 'assistance: { company: …, phones: … }',
  company: 'company: { en: Hengtu Assistance, cn: 恒途救援 }',
  address: 'address: { en: "1 Sample Road, Shanghai (sample address)", cn: 上海市示例路1号（示例地址） }',
  service: 'service: "+86 21 5550 0161"',
  complaints: 'complaints: "+86 21 5550 0152"',
  phones: 'phones: { anywhere: "+86 21 5550 0188", local: { us: "+1 800 555 0199" } }',
}

/** An example of the field at this path. */
export function exampleOf(path: readonly (string | number)[]): string {
  const names = path.filter((part) => typeof part === 'string')
  const last = names.at(-1) ?? ''
  if (names.includes('benefits')) return `${last}: { amount: 8000, item: 2000 }`
  if (names.includes('phones')) return `${last}: "+86 21 5550 0188"`
  if (names.includes('tiers') && names.length === 2) return `${last}: { name: Gold, who: For a full degree. }`
  return EXAMPLES[last] ?? `${last}: 100`
}
