import {
  acceptAccount,
  login,
  logout,
  logoutOthers,
  lookAtLink,
  exchange,
  me,
  rejectAccount,
  sandbox,
  sendCode,
} from '../../../src/features/session/contract.ts'
import { readToken } from '../../../src/app/storage/storage.ts'
import { handOver } from '../../../src/features/claims/contract.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const linkOf = async (world: World): Promise<{ code: string; page: string }> => ({
  code: ok(await world.client.request(handOver, { id: await world.newClaim(), step: 'documents' })).code,
  page: '/qrcode',
})

export const rows = [
  row(sendCode)({
    of: 'anyone',
    why: 'the code goes to the address and nowhere else',
    input: (world) => ({ destination: `${world.key()}@example.com` }),
  }),
  row(login)({
    of: 'anyone',
    why: 'the code that was sent is the proof',
    answers: 'code_expired',
    input: (world) => ({ destination: `${world.key()}@example.com`, code: '000000', agreed: true }),
  }),
  row(acceptAccount)({
    of: 'anyone',
    why: 'the question that followed the right code is the proof, on the device that entered it',
    answers: 'question_over',
    input: () => ({ question: 'nobody-was-asked-this' }),
  }),
  row(rejectAccount)({
    of: 'anyone',
    why: 'the question that followed the right code is the proof, on the device that entered it',
    answers: 'question_over',
    input: () => ({ question: 'nobody-was-asked-this' }),
  }),
  row(lookAtLink)({ of: 'anyone', why: 'the code of the link is the proof', input: linkOf }),
  row(exchange)({ of: 'anyone', why: 'the code of the link is the proof', input: linkOf }),
  row(me)({ of: 'caller', input: () => ({}) }),
  row(sandbox)({ of: 'anyone', why: 'names the demo account, and that only in the sandbox', input: () => ({}) }),
  row(logout)({
    of: 'anyone',
    why: 'ends the session whose token it is given',
    input: (world) =>
      world.signOwnerIn().then(() => ({ token: readToken(world.client.store, world.server.deps.clock()) ?? '' })),
  }),
  row(logoutOthers)({ of: 'caller', input: () => ({}) }),
]
