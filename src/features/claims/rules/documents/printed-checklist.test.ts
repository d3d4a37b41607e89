import { expect, test } from 'vitest'
import { printedChecklist } from './printed-checklist.ts'
import { CLAIM_TYPES } from '../document-kinds.ts'

test('a hospital stay always needs bill and summary; an accident only if one stayed overnight', () => {
  expect(printedChecklist('inpatient').always).toEqual([
    'id_copy',
    'invoice',
    'medical_record',
    'itemised_bill',
    'discharge_summary',
    'proof_of_account',
  ])
  const { always, onlyIf } = printedChecklist('accident')
  expect(always).toEqual(['id_copy', 'invoice', 'medical_record', 'proof_of_account'])
  expect(onlyIf).toContainEqual({ kind: 'accident_statement', because: ['made'] })
  expect(onlyIf).toContainEqual({ kind: 'discharge_summary', because: ['admitted'] })
  expect(onlyIf).toContainEqual({ kind: 'itemised_bill', because: ['admitted', 'over_1000'] })
  expect(onlyIf).toContainEqual({ kind: 'police_report', because: ['third_party'] })
})

test.each(CLAIM_TYPES)(
  '%s: nothing is asked for twice, and an account of somebody else’s asks for both IDs',
  (type) => {
    const { always, onlyIf } = printedChecklist(type)
    const kinds = [...always, ...onlyIf.map(({ kind }) => kind)]
    expect(new Set(kinds).size).toBe(kinds.length)
    // After a death no account is the insured person’s, and the claimant signs.
    if (type === 'death')
      return expect(kinds).toEqual(
        expect.arrayContaining([
          'death_certificate',
          'deregistration',
          'heir_id',
          'heirs_agreement',
          'relationship',
          'proof_of_account',
          'police_report',
        ]),
      )
    expect(always).toContain('id_copy')
    expect(onlyIf).toContainEqual({ kind: 'payee_id', because: ['not_own_account'] })
    expect(onlyIf).toContainEqual({ kind: 'authorisation', because: ['made'] })
    expect(onlyIf).toContainEqual({ kind: 'guardian_id', because: ['guardian_signs'] })
  },
)
