/** The answers of an order, as `app/saving` saves them. */
import type { Reply } from '../../../../../app/requests/api.ts'
import { changedFields } from '../../../../../app/saving/draft-fields.ts'
import { createDraftSaving } from '../../../../../app/saving/draft-saving.ts'
import type { SavingEnvironment } from '../../../../../app/saving/saving-environment.ts'
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import type { Input } from '../../../../../lib/contract.ts'
import { dayOf } from '../../../../../lib/days/dates.ts'
import type { Answers, getOrder, OrderView, saveOrder } from '../../../contract.ts'
import { isSensitiveField } from '../../../rules/sensitive-fields.ts'
import { fieldsOfAnswers, fits, groupOf, GROUPS, withFields } from '../answer-fields.ts'

type Saving = SavingEnvironment<OrderView, Answers>

export interface OrderSavingEnvironment extends Pick<Saving, 'keep' | 'later' | 'now'> {
  save: (input: Input<typeof saveOrder>, leaving: boolean) => Promise<Reply<typeof saveOrder>>
  load: (id: string) => Promise<Reply<typeof getOrder>>
  /** Whether a field is in front of the person. */
  shown: (path: string) => boolean
}

/** Whose field it is: one value for all health answers of a person (`health.`, of a family member `health.p1-`). */
const ownerOf = (path: string): string => path.replace(/\w+\.(\w+-)?\w+$/, '$1')

/** What says who a person is: another one there is another person. */
const IDENTITY = /^people\.(?:relationship$|family$|\w+\.(?:idName|idNumber|idType|birthDate|gender)$)/

/**
 * Health answers that are gone on the server went with their person, where that is another one now: what was typed over
 * them, or about that person besides, goes too. The buyer may also have cleared them, to answer one by one.
 */
function gone(
  begun: readonly (readonly [string, Json])[],
  theirs: ReadonlyMap<string, Json>,
  before: ReadonlyMap<string, Json> | undefined,
) {
  if (before && !changedFields(before, theirs).some((path) => IDENTITY.test(path))) return () => false
  const owners = begun
    .filter(([path, base]) => path.startsWith('health.') && base !== null && !theirs.has(path))
    .map(([path]) => ownerOf(path))
  return (path: string): boolean => owners.includes(ownerOf(path))
}

export function createOrderSaving({ save, load, shown, ...around }: OrderSavingEnvironment) {
  const open = async (id: string): Promise<OrderView | undefined> => {
    const reply = await load(id)
    return reply.ok ? reply.data : undefined
  }
  const saving = createDraftSaving<OrderView, Answers>({
    ...around,
    rules: {
      of: fieldsOfAnswers,
      replace: withFields,
      fits,
      gone,
      // A declaration covers what was read with it: one that was cleared must be ticked again by the buyer.
      yields: (path) => groupOf(path) === 'check',
    },
    save: async (order, fields, leaving) => {
      const answers = withFields(order.answers, fields)
      const groups = GROUPS.filter((group) => [...fields.keys()].some((path) => groupOf(path) === group))
      const changed = Object.fromEntries(groups.map((group) => [group, answers[group]]))
      const reply = await save({ id: order.id, version: order.version, ...changed }, leaving)
      return reply.ok ? { ok: true, draft: reply.data } : reply
    },
    load: open,
    savedAt: ({ updatedAt }) => updatedAt,
    // It was sent or given up in another tab.
    closed: { codes: ['not_editable'], act: (): Promise<boolean> => saving.reload() },
    allowed({ sensitiveConsent }, answers) {
      const people = answers.map((it) => it.people)
      const isSensitive = (path: string): boolean => isSensitiveField(path, people, dayOf(around.now()))
      return {
        send: (path) => sensitiveConsent === 'given' || !isSensitive(path),
        // The consent was withdrawn, here or in another tab.
        keep: (path) => sensitiveConsent !== 'none' || !isSensitive(path),
      }
    },
    asks: (path, before, after) => before.status === 'created' && after.status === 'created' && shown(path),
  })
  return saving
}
