/** What a version of a policy changed compared with the one before it, as codes. Pure. */
import type { VersionChange } from '../../contract.ts'
import type { People, PolicyPerson } from '../../../orders/server/door.ts'
import type { VersionFacts } from './version-rules.ts'

export interface StatedVersion extends Pick<VersionFacts, 'reason' | 'starts' | 'ends'> {
  people: People
}

const FIELDS: readonly (readonly [VersionChange, readonly (keyof PolicyPerson)[]])[] = [
  ['name', ['idName', 'chineseName', 'passportName']],
  ['idNumber', ['idType', 'idNumber', 'passportNumber']],
  ['gender', ['gender']],
  ['birthDate', ['birthDate']],
  ['email', ['email']],
  ['mobile', ['mobile']],
]

/** Empty for the first version. */
export function changesOf(before: StatedVersion | undefined, now: StatedVersion): VersionChange[] {
  if (!before) return []
  const differs = (fields: readonly (keyof PolicyPerson)[]): boolean =>
    (['insured', 'policyholder'] as const).some((who) =>
      fields.some((field) => before.people[who][field] !== now.people[who][field]),
    )
  return [
    ...(now.reason === 'surrender' ? ['cancelled' as const] : []),
    ...(before.starts !== now.starts || before.ends !== now.ends ? ['period' as const] : []),
    ...FIELDS.filter(([, fields]) => differs(fields)).map(([change]) => change),
  ]
}
