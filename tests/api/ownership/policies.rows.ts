import { createHash } from 'node:crypto'
import { getPolicy, listPolicies, policyDocumentFile, schoolFormFile } from '../../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../../src/features/policies/verify-calls.ts'
import {
  attachRefusalLetter,
  surrenderAfterVisaRefusal,
  surrenderPolicy,
  surrenderQuote,
  takeBackSurrender,
} from '../../../src/features/policies/surrender-calls.ts'
import { blobOf, buyPolicy, photoBytes, TODAY } from '../claims-fixtures.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const sumOfPhoto = async (): Promise<string> =>
  createHash('sha256')
    .update(await photoBytes())
    .digest('hex')
const photo = async (): Promise<Record<string, Blob>> => ({ file: blobOf(await photoBytes()) })

/** Schools have their own forms for plans in the United States. */
async function schoolForm(world: World): Promise<{ id: string; form: string }> {
  await buyPolicy(world.server, {
    trip: { plan: 'us-campus', tier: 'gold', start: TODAY, end: '2027-02-28', destination: 'us', arrived: false },
  })
  const { id } = await world.server.deps.db
    .selectFrom('policies')
    .select('id')
    .where('plan', '=', 'us-campus')
    .executeTakeFirstOrThrow()
  return { id, form: ok(await world.client.request(getPolicy, { id })).schoolForms[0]?.id ?? '' }
}

export const rows = [
  row(listPolicies)({ of: 'caller', input: () => ({}) }),
  row(getPolicy)({ of: 'record', input: ({ policy: id }) => ({ id }) }),
  row(verifyPolicy)({
    of: 'anyone',
    why: 'the code printed on the document is the proof; the answer names nobody',
    input: () => ({ code: '0000 0000 0000' }),
  }),
  row(policyDocumentFile)({ of: 'record', input: ({ policy: id }) => ({ id, kind: 'certificate', language: 'en' }) }),
  row(schoolFormFile)({ of: 'record', input: schoolForm }),
  row(takeBackSurrender)({ of: 'record', input: ({ policy: id }) => ({ id }), answers: 'not_under_review' }),
  row(surrenderQuote)({ of: 'record', input: ({ policy: id }) => ({ id }) }),
  row(surrenderPolicy)({ of: 'record', input: ({ policy: id }) => ({ id, amount: 0 }), answers: 'changed' }),
  row(surrenderAfterVisaRefusal)({
    of: 'record',
    input: async ({ policy: id }) => ({ id, amount: 100, notTravelled: true, sha256: await sumOfPhoto() }),
    files: photo,
    answers: 'changed',
  }),
  row(attachRefusalLetter)({
    of: 'record',
    input: async ({ policy: id }) => ({ id, sha256: await sumOfPhoto() }),
    files: photo,
    answers: 'not_under_review',
  }),
]
