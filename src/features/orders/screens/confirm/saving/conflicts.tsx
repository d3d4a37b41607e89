/** Fields of an order that were changed here and in another tab or on another device. */
import { useStore } from '@nanostores/react'
import { ConflictPanel } from '../../../../../app/saving/conflict-panel.tsx'
import type { Translate } from '../../../../../app/words/translate.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import { nationalityName } from '../../../../../lib/people/nationalities.ts'
import { formatDay, isDay } from '../../../../../lib/days/dates.ts'
import type { Lang } from '../../../../../lib/locale.ts'
import { askedOf } from '../../../rules/plan-facts.ts'
import { peopleDraftSchema } from '../../../rules/people-draft.ts'
import { memberInFull } from '../steps/people/family-names.ts'
import { fieldsOfAnswers } from '../answer-fields.ts'
import { $conflicts, $answers, settle } from '../wizard-store.ts'

export default function Conflicts() {
  const t = useT()
  const lang = useLang()
  const conflicts = useStore($conflicts)
  const answers = useStore($answers)
  if (!answers || conflicts.length === 0) return null
  const mine = fieldsOfAnswers(answers)
  const rows = conflicts.map((one) => ({
    ...one,
    label: labelOf(t, one.path),
    mine: valueWords(t, lang, one.path, mine.get(one.path) ?? null),
    theirs: valueWords(t, lang, one.path, one.theirs),
  }))
  return <ConflictPanel rows={rows} onTake={settle} />
}

const OWN_LABELS: Readonly<Record<string, string>> = {
  'people.relationship': 'confirm:people.relationship',
  'people.ownWages': 'confirm:people.ownWages',
  'people.deathBenefitElsewhere': 'confirm:people.elsewhere',
  'people.family': 'confirm:family.title',
}

/** The family is one answer: its members show which of the two values is which. */
function familyWords(t: Translate, lang: Lang, value: Json): string {
  const family = peopleDraftSchema.shape.family.safeParse(value).data ?? []
  return family.map(({ key }) => memberInFull(t, { family }, key, lang)).join(' · ') || t('confirm:family.nobody')
}

/** "Policyholder: Email". */
function labelOf(t: Translate, path: string): string {
  const [group, who = '', name = ''] = path.split('.')
  if (OWN_LABELS[path]) return t(OWN_LABELS[path])
  if (group === 'trip') return t(`confirm:trip.${who}`)
  if (group === 'people')
    return t('confirm:conflict.of', { who: t(`confirm:people.${who}`), field: t(`confirm:person.${name}`) })
  return t('confirm:conflict.question', { number: askedOf(name).id.replace(/\D+/g, '') })
}

function valueWords(t: Translate, lang: Lang, path: string, value: Json): string {
  if (path === 'people.family') return familyWords(t, lang, value)
  const name = path.split('.').at(-1) ?? ''
  if (typeof value === 'boolean') return t(`confirm:${value ? 'yes' : 'no'}`)
  if (typeof value !== 'string' || value === '') return typeof value === 'number' ? String(value) : ''
  if (isDay(value)) return formatDay(value, lang)
  if (name === 'destination') return t(`plans:plan.where.${value}`)
  if (name === 'nationality') return nationalityName(value, lang)
  if (name === 'idType' || name === 'gender' || name === 'relationship') return t(`confirm:${name}.${value}`)
  return value === 'yes' || value === 'no' ? t(`confirm:${value}`) : value
}
