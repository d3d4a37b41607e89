/**
 * `/sandbox/partner`: a partner's page for anyone to try: a form that makes a link, and the messages that the partner
 * received.
 */
import { z } from 'zod'
import { boundedText } from '../../../../lib/bounded-schemas.ts'
import { addDays, dayOf, endOfMonths } from '../../../../lib/days/dates.ts'
import { HTML_LANG, otherLang, type Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { html, translatorFor, type Html, type Translate } from '../../../cashier/server/door.ts'
import { GENDERS } from '../../../../lib/people/id-types.ts'
import { makeLink } from '../make-link.ts'
import { DEMO_CO_ID, DEMO_IN_ID, demoPartner, type DemoPartner } from './demo-partner.ts'

const text = z.optional(boundedText(300).check(z.trim()))

/** The form's fields; empty ones are left out of the link. */
export const partnerForm = z.object({
  page: text,
  ref: text,
  plan: text,
  tier: text,
  start: text,
  end: text,
  destination: text,
  relationship: text,
  name: text,
  chinese_name: text,
  birth_date: text,
  gender: text,
  nationality: text,
  institution: text,
  email: text,
  mobile: text,
})
type PartnerForm = z.output<typeof partnerForm>

const STUDENT = [
  'name',
  'chinese_name',
  'birth_date',
  'gender',
  'nationality',
  'institution',
  'email',
  'mobile',
] as const
const TRIP = ['ref', 'plan', 'tier', 'start', 'end', 'destination'] as const
const PAGES = ['/interconnection', '/confirm', '/plan/details/us-campus'] as const

/** The form's initial values: a fictitious student. */
const example = (today: string): PartnerForm => {
  const start = addDays(today, 30)
  return {
    page: '/interconnection',
    ref: 'case-1001',
    plan: 'us-campus',
    tier: 'gold',
    start,
    end: endOfMonths(start, 12),
    destination: 'us',
    relationship: '',
    name: '陈知远',
    birth_date: '2005-04-12',
    gender: 'male',
    nationality: 'CN',
    institution: 'Lakeside University',
    email: 'zhiyuan.chen@example.com',
    mobile: '13900000000',
  }
}

const said = (form: PartnerForm, names: readonly (keyof PartnerForm)[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (form[name] ? [[name, form[name]]] : [])))

/** The link that the form describes, or the names of its wrong fields. */
export async function linkOfForm(
  deps: Deps,
  form: PartnerForm,
  lang: Lang,
): Promise<{ link: string } | { wrong: string[] }> {
  try {
    const fields = { ...said(form, [...TRIP, 'relationship']), student: said(form, STUDENT) }
    return {
      link: await makeLink(
        deps,
        { co_id: DEMO_CO_ID, in_id: DEMO_IN_ID, page: form.page || '/interconnection', ...fields },
        lang,
      ),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { wrong: Object.keys(error.data.fields ?? {}) }
  }
}

/** The page, with the link that was just made or the fields that prevented it. */
export async function partnerPage(
  deps: Deps,
  lang: Lang,
  given?: { form: PartnerForm; made: { link: string } | { wrong: string[] } },
  inbox: Html = html``,
): Promise<string> {
  const t = translatorFor(deps, lang)
  const demo = await demoPartner(deps)
  const form = given?.form ?? example(dayOf(deps.clock()))
  const wrong = given && 'wrong' in given.made ? given.made.wrong.map((it) => it.split('.').at(-1) ?? it) : []
  return shell(
    lang,
    t,
    html`<h1><strong>${t('partners:sandbox.title')}</strong> ${t('partners:sandbox.about')}</h1>
${given ? result(t, given.made) : []}
${formOf(t, lang, form, wrong)}
${credentials(t, deps, demo)}
${inbox}`,
  )
}

function result(t: Translate, made: { link: string } | { wrong: string[] }): Html {
  if ('wrong' in made)
    return html`<section class="said" role="alert"><h2>${t('partners:sandbox.wrong')}</h2><p>${made.wrong.join(', ')}</p></section>`
  const url = new URL(made.link)
  const payload = Buffer.from(url.searchParams.get('token')?.split('.')[2] ?? '', 'base64url').toString()
  return html`<section class="said" role="status"><h2>${t('partners:sandbox.made')}</h2>
<p><a class="button accent" id="made" href="${url.pathname + url.search}">${t('partners:sandbox.open')}</a></p>
<p>${t('partners:sandbox.once')}</p>
<details><summary>${t('partners:sandbox.payload')}</summary><pre>${JSON.stringify(JSON.parse(payload), null, 2)}</pre><pre>${made.link}</pre></details></section>`
}

function formOf(t: Translate, lang: Lang, form: PartnerForm, wrong: readonly string[]): Html {
  const label = (name: string): string => t(`partners:field.${name}`)
  const field = (name: keyof PartnerForm): Html =>
    html`<p class="field"><label for="${name}">${label(name)}</label><input type="text" id="${name}" name="${name}" value="${form[name] ?? ''}" maxlength="300" aria-invalid="${String(wrong.includes(name))}"></p>`
  const select = (name: keyof PartnerForm, options: readonly (readonly [string, string])[]): Html =>
    html`<p class="field"><label for="${name}">${label(name)}</label><select id="${name}" name="${name}">${options.map(
      ([value, shown]) =>
        form[name] === value
          ? html`<option value="${value}" selected>${shown}</option>`
          : html`<option value="${value}">${shown}</option>`,
    )}</select></p>`
  const relations = ['self', 'child'] as const
  return html`<form method="post" action="/sandbox/partner?lang=${lang}">
<h2>${t('partners:sandbox.cover')}</h2>
<div class="fields">${select(
    'page',
    PAGES.map((it) => [it, t(`partners:page.${it.slice(1).split('/')[0] ?? ''}`)]),
  )}${TRIP.map(field)}${select('relationship', [['', t('partners:relationship.none')], ...relations.map((it) => [it, t(`partners:relationship.${it}`)] as const)])}</div>
<h2>${t('partners:sandbox.student')}</h2>
<div class="fields">${STUDENT.map((name) => (name === 'gender' ? select(name, [['', '–'], ...GENDERS.map((it) => [it, t(`confirm:gender.${it}`)] as const)]) : field(name)))}</div>
<p><button class="accent" type="submit">${t('partners:sandbox.make')}</button></p></form>`
}

function credentials(t: Translate, deps: Deps, { key }: DemoPartner): Html {
  const rows = [
    ['co_id', DEMO_CO_ID],
    ['in_id', DEMO_IN_ID],
    [t('partners:sandbox.key'), key.id],
    [t('partners:sandbox.secret'), key.secret],
    [t('partners:sandbox.site'), deps.config.siteUrl],
  ] as const
  return html`<h2>${t('partners:sandbox.own')}</h2><p>${t('partners:sandbox.ownText')}</p>
<dl>${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd><code>${value}</code></dd></div>`)}</dl>`
}

function shell(lang: Lang, t: Translate, body: Html): string {
  const other = otherLang(lang)
  return html`<!doctype html>
<html lang="${HTML_LANG[lang]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${t('partners:sandbox.title')}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/sandbox/partner/style.css"></head>
<body><header><div class="bar"><p class="name">${t('partners:sandbox.name')}</p><a href="?lang=${other}" lang="${HTML_LANG[other]}">${other === 'cn' ? '中文' : 'English'}</a></div>
<p class="strip">${t('partners:sandbox.notReal')}</p></header>
<main>${body}</main></body></html>`.text
}
