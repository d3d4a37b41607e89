/** Lists what readers said, for anyone who edits the texts. */
import { z } from 'zod'
import { LANGS } from '../../../lib/locale.ts'
import { command } from '../../../server/operator/command.ts'
import { recordLook } from '../../../server/transition.ts'
import { entrySlug, FEEDBACK_KINDS, FEEDBACK_REASONS, type FeedbackKind, type FeedbackReason } from '../contract.ts'
import { openText } from './feedback.ts'

const kind = z.enum(FEEDBACK_KINDS)

interface Row {
  kind: FeedbackKind
  slug: string
  lang: string
  helpful: number
  reason: FeedbackReason | null
  count: number
}

const sum = (rows: readonly Row[], which: (row: Row) => boolean): number =>
  rows.filter(which).reduce((all, { count }) => all + count, 0)

/** `faq/how-long yes 12 no 5 (unclear 2, outdated 3) en 11 cn 6` */
function line(entry: string, rows: readonly Row[]): string {
  const reasons = FEEDBACK_REASONS.map((reason) => [reason, sum(rows, (row) => row.reason === reason)] as const).filter(
    ([, n]) => n > 0,
  )
  const why = reasons.length > 0 ? ` (${reasons.map(([reason, n]) => `${reason} ${n}`).join(', ')})` : ''
  const spoken = LANGS.map((lang) => `${lang} ${sum(rows, (row) => row.lang === lang)}`)
  return [
    entry,
    `yes ${sum(rows, (row) => row.helpful === 1)}`,
    `no ${sum(rows, (row) => row.helpful === 0)}${why}`,
    ...spoken,
  ].join('  ')
}

const list = command({
  noun: 'reading',
  verb: 'list',
  role: 'content',
  reads: true,
  about: 'Whether texts helped: answers, reasons and languages by entry, most noes first',
  input: z.object({ kind: kind.optional(), lang: z.enum(LANGS).optional() }),
  run: async (wanted, { deps, print }) => {
    let query = deps.db
      .selectFrom('reading_feedback')
      .select(['kind', 'slug', 'lang', 'helpful', 'reason'])
      .select((eb) => eb.fn.countAll().as('count'))
      .groupBy(['kind', 'slug', 'lang', 'helpful', 'reason'])
    if (wanted.kind) query = query.where('kind', '=', wanted.kind)
    if (wanted.lang) query = query.where('lang', '=', wanted.lang)
    const rows: Row[] = (await query.execute()).map((row) => ({ ...row, count: Number(row.count) }))
    const entries = [...Map.groupBy(rows, (row) => `${row.kind}/${row.slug}`)]
    const noes = (of: readonly Row[]): number => sum(of, (row) => row.helpful === 0)
    entries.sort(([a, one], [b, other]) => noes(other) - noes(one) || a.localeCompare(b))
    for (const [entry, of] of entries) print(line(entry, of))
    print(`${sum(rows, () => true)} answers, ${entries.length} entries`)
  },
})

const texts = command({
  noun: 'reading',
  verb: 'texts',
  role: 'content',
  args: ['kind', 'slug'],
  about: 'What readers wrote about one entry, latest first; looking is an event',
  input: z.object({ kind, slug: entrySlug, limit: z.coerce.number().int().min(1).max(1000).default(50) }),
  run: async ({ kind: of, slug, limit }, { deps, by, why, print }) => {
    await deps.write((trx) =>
      recordLook(trx, { entity: 'reading', id: `${of}/${slug}`, by, at: deps.clock(), why, opened: 'texts' }),
    )
    const rows = await deps.db
      .selectFrom('reading_feedback')
      .select(['lang', 'reason', 'text', 'updated_at'])
      .where('kind', '=', of)
      .where('slug', '=', slug)
      .where('text', 'is not', null)
      .orderBy('updated_at', 'desc')
      .orderBy('voice')
      .limit(limit)
      .execute()
    for (const { lang, reason, text, updated_at: at } of rows) {
      // One answer per line: a text of several lines must not look like several answers.
      print(
        [
          new Date(at).toISOString().slice(0, 16),
          lang,
          reason ?? '',
          openText(deps, text ?? '').replace(/\s+/g, ' '),
        ].join('  '),
      )
    }
    print(`${rows.length} texts`)
  },
})

export const feedbackCommands = [list, texts]
