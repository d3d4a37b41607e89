/** How a handler gives reasons: by the code of a template, which has both languages, or by own words in a file. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { formatDay, isDay } from '../../../../lib/days/dates.ts'
import { LANGS } from '../../../../lib/locale.ts'
import { parseMoney } from '../../../../lib/money/parse-amount.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { isCurrency } from '../../../../lib/money/currencies.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../../rules/document-kinds.ts'
import type { RequestedItem } from '../case/document-requests.ts'
import { bothLanguages, type BothLanguages } from '../../rules/claim-value-schemas.ts'
import { reasonKey, reasonsOf, REASON_VALUES } from '../../rules/send-back-reasons.ts'

const invalid = (field: string, code: string): never => {
  throw new Refusal('invalid', { fields: { [field]: code } })
}

/**
 * A file of YAML or JSON; every value is text (clause 4.10 stays 4.10). Refuses `invalid` with the places of the
 * errors.
 */
export async function readInput<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const text = await readFile(path, 'utf8').catch(() => invalid('file', 'not_found'))
  let value: unknown
  try {
    value = parse(text, { schema: 'failsafe' })
  } catch (error) {
    return invalid('file', error instanceof Error ? (error.message.split('\n')[0] ?? 'unreadable') : 'unreadable')
  }
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new Refusal('invalid', {
    fields: Object.fromEntries(read.error.issues.map((it) => [it.path.join('.') || 'file', it.message])),
  })
}

/**
 * The words of a reason in both languages: `card_slip`, `day_missing=2026-03-03`, `total_differs=USD 12.00`,
 * `drug_missing=Amoxicillin`.
 */
export function reasonOf(deps: Deps, kind: DocumentKind, spec: string, field = 'reason'): BothLanguages {
  const [code = '', given = ''] = spec.split(/=(.*)/s)
  const key = reasonKey(kind, code)
  if (!key) return invalid(field, `one of: ${reasonsOf(kind).join(', ')}`)
  const wanted = REASON_VALUES[code]
  if (wanted && given === '') return invalid(field, `${code}=… needs its ${wanted}`)
  const [en, cn] = LANGS.map((lang) =>
    deps.words(lang, key, wanted ? { [wanted]: valueIn(lang, wanted, given, field) } : {}),
  )
  return { en: en ?? '', cn: cn ?? '' }
}

function valueIn(
  lang: (typeof LANGS)[number],
  wanted: 'day' | 'amount' | 'drug',
  given: string,
  field: string,
): string {
  if (wanted === 'drug') return given
  if (wanted === 'day') return isDay(given) ? formatDay(given, lang) : invalid(field, 'a day: 2026-03-03')
  const [currency = '', figure = ''] = given.trim().split(/\s+/)
  const amount = isCurrency(currency) ? parseMoney(figure, currency) : undefined
  return amount ? formatMoney(amount, lang) : invalid(field, 'an amount: USD 12.00')
}

const isKind = (text: string): text is DocumentKind => (DOCUMENT_KIND_IDS as readonly string[]).includes(text)
const kindOf = (text: string, field: string): DocumentKind =>
  isKind(text) ? text : invalid(field, `one of: ${DOCUMENT_KIND_IDS.join(', ')}`)

/** `invoice:card_slip`, `medical_record:day_missing=2026-03-03@<document it replaces>`, several separated by `;`. */
export function parseRequestedItem(deps: Deps, text: string): RequestedItem[] {
  return text
    .split(';')
    .map((it) => it.trim())
    .filter(Boolean)
    .map((spec) => {
      const [, kindText = '', reason = '', replaces] =
        /^([^:]+):([^@]+)(?:@(.+))?$/.exec(spec) ?? invalid('item', 'kind:reason')
      const kind = kindOf(kindText, 'item')
      return { kind, reason: reasonOf(deps, kind, reason, 'item'), ...(replaces ? { replaces } : {}) }
    })
}

/**
 * Items in a file: a reason is a code or own words; title and required contents only where they differ from the
 * document's own.
 */
const itemFile = z.strictObject({
  due: z.string().refine(isDay, 'a day: 2026-03-03').optional(),
  items: z
    .array(
      z.strictObject({
        kind: z.enum(DOCUMENT_KIND_IDS),
        reason: z.union([z.string(), bothLanguages]),
        title: z.optional(bothLanguages),
        must: z.optional(bothLanguages),
        replaces: z.string().optional(),
      }),
    )
    .min(1, 'required'),
})

export async function readRequestedItems(deps: Deps, path: string): Promise<{ items: RequestedItem[]; due?: string }> {
  const { due, items } = await readInput(path, itemFile)
  return {
    ...(due ? { due } : {}),
    items: items.map(({ kind, reason, title, must, replaces }, i) => ({
      kind,
      reason: typeof reason === 'string' ? reasonOf(deps, kind, reason, `items.${i}.reason`) : reason,
      ...(title ? { title } : {}),
      ...(must ? { must } : {}),
      ...(replaces ? { replaces } : {}),
    })),
  }
}

/** Own words on the command line, in both languages. */
export function bothLanguagesFrom(en: string | undefined, cn: string | undefined): BothLanguages | undefined {
  if (en === undefined && cn === undefined) return undefined
  const read = bothLanguages.safeParse({ en: en ?? '', cn: cn ?? '' })
  return read.success ? read.data : invalid(en ? 'cn' : 'en', 'required')
}
