import { createHash } from 'node:crypto'
import * as claims from '../../../src/features/claims/contract.ts'
import { blobOf, photoBytes, STROKES, TODAY } from '../claims-fixtures.ts'
import { last, openRequest } from '../claims-handler.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const draft = ({ claim: id }: World) => ({ id })
const documentOf = async (world: World): Promise<string> =>
  ok(await world.client.request(claims.claimDocuments, draft(world))).documents[0]?.id ?? ''
const codeOf = async (world: World) => {
  const id = await world.newClaim()
  return { id, code: ok(await world.client.request(claims.handOver, { id, step: 'documents' })).code }
}
const rejected = (world: World) =>
  world.sentClaim(
    ['review'],
    ['reject', '--clause', '5.2', '--en', 'Known before cover began.', '--cn', '投保前已知。'],
  )
const asked = (world: World) =>
  world.sentClaim(['review'], ['request', '--item', 'prescription:drug_missing=Amoxicillin'])

export const rows = [
  row(claims.claimablePolicies)({ of: 'caller', input: () => ({}) }),
  row(claims.listClaims)({ of: 'caller', input: () => ({}) }),
  row(claims.startClaim)({
    of: 'record',
    input: (world) => ({ policy: world.policy, day: TODAY, key: world.key(), sensitive: true }),
  }),
  row(claims.getDraft)({ of: 'record', input: draft }),
  row(claims.saveClaim)({
    of: 'record',
    input: async (world) => ({
      ...draft(world),
      base: await world.versionOf(world.claim),
      patch: { contactPerson: '林晓晓' },
    }),
  }),
  row(claims.claimForm)({ of: 'record', input: (world) => ({ ...draft(world), language: 'en' }) }),
  row(claims.signClaim)({
    of: 'record',
    input: async (world) => ({
      ...draft(world),
      kind: 'drawn',
      strokes: STROKES,
      name: '',
      read: true,
      language: 'en',
      sha256: ok(await world.client.request(claims.claimForm, { ...draft(world), language: 'en' })).sha256,
    }),
  }),
  row(claims.signatureStrokes)({ of: 'record', input: draft }),
  row(claims.uploadDocument)({
    of: 'record',
    files: async () => ({ file: blobOf(await photoBytes()) }),
    input: async (world) => ({
      id: await world.newClaim(),
      upload: world.key(),
      kind: 'invoice',
      name: 'invoice.jpg',
      sha256: createHash('sha256')
        .update(await photoBytes())
        .digest('hex'),
    }),
  }),
  row(claims.claimDocuments)({ of: 'record', input: draft }),
  row(claims.documentFile)({
    of: 'record',
    input: async (world) => ({ ...draft(world), document: await documentOf(world), size: 'thumb' }),
  }),
  row(claims.handOver)({ of: 'record', input: (world) => ({ ...draft(world), step: 'documents' }) }),
  row(claims.handOverState)({ of: 'record', input: codeOf }),
  row(claims.endHandOver)({ of: 'record', input: codeOf }),
  row(claims.discardClaim)({ of: 'record', input: async (world) => ({ id: await world.newClaim() }) }),
  row(claims.removeDocument)({
    of: 'record',
    input: async (world) => ({ ...draft(world), document: await documentOf(world) }),
  }),
  row(claims.submitClaim)({
    of: 'record',
    input: async (world) => ({ ...draft(world), version: await world.versionOf(world.claim) }),
    answers: 'incomplete',
  }),
  row(claims.formFile)({
    of: 'record',
    input: async (world) => ({ id: (await world.sentClaim()).id, language: 'en' }),
  }),
  row(claims.getClaim)({ of: 'record', input: async (world) => ({ id: (await world.sentClaim()).id }) }),
  row(claims.watchClaim)({ of: 'record', input: draft }),
  row(claims.withdrawClaim)({
    of: 'record',
    input: async (world) => {
      const { id, version } = await world.sentClaim()
      return { id, version }
    },
  }),
  row(claims.appealClaim)({
    of: 'record',
    input: async (world) => {
      const { id, version, decisions } = await rejected(world)
      return { id, version, decision: last(decisions).id, text: 'I never had it before.' }
    },
  }),
  row(claims.decisionFile)({
    of: 'record',
    input: async (world) => {
      const { id, decisions } = await rejected(world)
      await world.server.drain()
      return { id, decision: last(decisions).id, language: 'en' }
    },
  }),
  row(claims.itemUnavailable)({
    of: 'record',
    input: async (world) => {
      const view = await asked(world)
      return { id: view.id, item: openRequest(view).items[0]?.id ?? '', why: 'The clinic gave none.' }
    },
  }),
  row(claims.sendSupplement)({
    of: 'record',
    answers: 'incomplete',
    input: async (world) => {
      const view = await asked(world)
      return { id: view.id, version: view.version, request: openRequest(view).id }
    },
  }),
  row(claims.correctAccount)({
    of: 'record',
    answers: 'not_possible',
    input: async (world) => {
      const { id, version } = await world.sentClaim()
      return { id, version, account: { bankName: '中国银行' }, confirmed: true }
    },
  }),
]
