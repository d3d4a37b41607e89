/** The sales record as a document for people: gathers its facts here; `draw-sales-record.ts` draws them. */
import { formatDay, formatInstant, isDay } from '../../../../lib/days/dates.ts'
import { joined, joinedNames, type Lang } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { eventLoopTurns } from '../../../../server/event-loop-turns.ts'
import type { Context, FileReply } from '../../../../server/http/call-handlers.ts'
import { drawInThread, senderOfCall } from '../../../../server/pdf/draw-in-thread.ts'
import { missingCharacters } from '../../../../server/pdf/printable-characters.ts'
import { fontsIn } from '../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { withAsteriskMask } from '../../../../server/pdf/text-layout.ts'
import { planNames, planSet } from '../draft/catalogue.ts'
import { answersOf } from '../draft/load-open-order.ts'
import { premiumOf } from '../when-payable.ts'
import { actInWords } from '../../rules/sales-record-sentences.ts'
import type { SalesRecordFacts } from './draw-sales-record.ts'
import { readRecord } from './write-sales-log.ts'
import type { OrderTable } from '../../tables.ts'
import { loadPurchaseTexts } from '../../content/load-purchase-text-templates.ts'

export async function salesRecordPdf(ctx: Context, row: OrderTable, lang: Lang): Promise<FileReply> {
  const { deps } = ctx
  const facts = await factsOf(deps, row, lang)
  const bytes = await drawInThread(deps, { drawing: 'salesRecord', lang, facts }, senderOfCall(ctx))
  return {
    mime: 'application/pdf',
    body: bytes,
    downloadAs: deps.words(lang, 'salesrecord:file', { order: row.id }),
    size: bytes.length,
  }
}

/** Contains no names, like the record itself: it may be shown to anyone who asks how the sale took place. */
export async function factsOf(deps: Deps, row: OrderTable, lang: Lang): Promise<SalesRecordFacts> {
  const t = (key: string, values?: Record<string, unknown>): string => deps.words(lang, key, values)
  const { entries, verdict } = await readRecord(deps, row.id)
  const names = planNames(answersOf(deps, row), lang)
  const policies =
    row.policy_id === null
      ? []
      : await deps.db
          .selectFrom('policies')
          .select('number')
          .where('order_id', '=', row.id)
          .where('previous_policy_id', 'is', null)
          .where('status', 'in', ['issued', 'cancelled'])
          .orderBy('person')
          .execute()
  const numbers = joinedNames(
    lang,
    policies.map(({ number }) => number),
  )
  const premium = premiumOf(row)
  const about = [
    [t('salesrecord:order'), row.id],
    [t('salesrecord:plan'), joined(lang, names.plan, names.tier)],
    [t('salesrecord:insurer'), names.insurer],
    ...(isDay(row.start) && isDay(row.end)
      ? [
          [
            t('salesrecord:cover'),
            t('salesrecord:coverDays', { start: formatDay(row.start, lang), end: formatDay(row.end, lang) }),
          ],
        ]
      : []),
    ...(premium ? [[t('salesrecord:premium'), formatMoney(premium, lang)]] : []),
    ...(numbers ? [[t('salesrecord:policy'), numbers]] : []),
  ]
  const email = SITE[lang].email
  const fonts = fontsIn(deps.config.documentFonts)
  return {
    lang,
    number: row.id,
    site: SITE[lang],
    sampleNotice: planSet().insurerWords(lang, planSet().plan(row.plan).insurer).notice,
    madeAt: deps.clock(),
    made: t('salesrecord:made', { at: formatInstant(deps.clock(), lang) }),
    about: about.map(([label = '', value = '']) => ({ label, value })),
    acts: await actsInTurns(entries, (entry) =>
      legible({ seq: entry.seq, ...actInWords(entry, lang, t, numbers || undefined) }, fonts),
    ),
    verdict: verdict.intact
      ? t('salesrecord:check.intact', { count: entries.length })
      : t(`salesrecord:check.${verdict.why}`, { at: verdict.at, email }),
    intact: verdict.intact,
    lastHash: entries.at(-1)?.hash ?? '',
    text: loadPurchaseTexts(lang)['sales-record'],
  }
}

type Act = SalesRecordFacts['acts'][number]

/** Words of two hundred acts, in turns of the event loop. */
async function actsInTurns<E>(entries: readonly E[], act: (entry: E) => Act): Promise<Act[]> {
  const pause = eventLoopTurns()
  const acts: Act[] = []
  for (const entry of entries) {
    acts.push(act(entry))
    await pause()
  }
  return acts
}

/** Prints masks with asterisks. Characters of a typed reason that no font draws are marked, and the rest stays readable. */
function legible(act: Act, fonts: Fonts): Act {
  const clear = (text: string): string => {
    const missing = missingCharacters(fonts, text)
    return missing.length === 0 ? text : Array.from(text, (char) => (missing.includes(char) ? '\u3013' : char)).join('')
  }
  return { ...act, details: act.details.map((detail) => clear(withAsteriskMask(detail))) }
}
