import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { PARTNER_NAME } from '../../../../app/storage/storage-keys.ts'
import { visitStore } from '../../../../app/storage/storage.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { now } from '../../../../lib/days/clock.ts'
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { formatAmount, formatCurrency, formatMoney } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { inYuan, priceOf } from '../../rules/price-or-missing.ts'
import { isRetired } from '../../rules/pricing.ts'
import type { ClientPlan } from '../../rules/plan-types.ts'
import { EMPTY_SEARCH, readSearch, type PlanSearch, writeSearch } from '../../rules/plan-search.ts'
import { buyPath, placesOf } from '../buy-path.ts'
import { $selectedTier } from '../selected-tier.ts'
import { Breakdown, Total } from './price-breakdown.tsx'
import { PriceFields } from './price-fields.tsx'
import { impossible, problemsOf, type PriceField, type PriceProblem } from './price-problem.ts'
import { earliestStart } from '../../rules/cover-start.ts'

interface Props extends IslandProps {
  plan: ClientPlan
}

/** The calculator of a plan's page: tier, destination, days, birth date → the premium at once, and the link to buying. */
export default function Price({ plan, ...island }: Props) {
  return (
    <Island {...island}>
      <PriceBox plan={plan} />
    </Island>
  )
}

/** Says which partner filled in the fields, during the visit of a partner's link. */
function FromPartner() {
  const t = useT()
  const name = visitStore().getItem(PARTNER_NAME)
  return name ? <p className="text-small text-ink-2">{t('plans:price.fromPartner', { name })}</p> : null
}

/** Where it is bought: here, at its insurer, or nowhere any more. */
function Buy({ plan, retired, button }: { plan: ClientPlan; retired: boolean; button: ReactNode }) {
  const t = useT()
  if (retired) return <p>{t('plans:price.retired')}</p>
  if (!plan.insurerPage) return button
  return (
    <Button look="accent" block href={plan.insurerPage}>
      {t('plans:list.apply')}
    </Button>
  )
}

function PriceBox({ plan }: { plan: ClientPlan }) {
  const t = useT()
  const lang = useLang()
  // Set after the first paint, because the page was built without knowing the day or the address.
  const [today, setToday] = useState('')
  const [search, setSearch] = useState<PlanSearch>(EMPTY_SEARCH)
  const [tier, follow] = useState(plan.tiers[0]?.id ?? '')
  const [pressed, setPressed] = useState(false)
  const [left, setLeft] = useState<readonly PriceField[]>([])
  // Id of a partner's link: the application continues with the partner's data (design §2).
  const [inId, setInId] = useState<string | null>(null)
  useEffect(() => {
    const day = dayOf(now())
    const found = readSearch(location.search)
    const wanted = new URLSearchParams(location.search).get('tier')
    // oxlint-disable-next-line react/set-state-in-effect -- the page was built without the day and its address
    setToday(day)
    setInId(new URLSearchParams(location.search).get('in_id'))
    setSearch({ ...found, start: found.start || earliestStart(day) })
    if (plan.tiers.some(({ id }) => id === wanted)) $selectedTier.set(wanted ?? '')
    return $selectedTier.subscribe((id) => id && follow(id))
  }, [plan])
  const panel = useRef<HTMLElement>(null)
  usePanelHeight(panel)
  const typed = useSearchInAddress(search, tier, plan.tiers[0]?.id ?? '', today !== '')
  const set = (part: Partial<PlanSearch>): void => {
    typed()
    setSearch((before) => ({ ...before, ...part }))
  }
  const places = placesOf(plan)
  const to = search.to && places.includes(search.to) ? search.to : ''
  // A partner's application is one student's (decision 0080).
  const family = plan.family && !inId ? search.family : []
  const asked = { ...search, family }
  const result = priceOf({ plan, tier, ...asked, to, today: today || '0000-01-01' })
  const problems = problemsOf(result, asked)
  const [problem] = problems
  const wordsOf = useProblemWords(plan, tier)
  // Errors are shown only after the person has left the field or pressed "Buy".
  const marked = problems.filter((one) => pressed || !one.unfinished || (impossible(one) && left.includes(one.field)))
  const [shown] = marked
  const errorOf = (field: PriceField): string | undefined => {
    const found = marked.find((one) => one.field === field)
    return found && wordsOf(found)
  }
  const premium = 'ok' in result && result.ok ? formatMoney(result.premium, lang) : undefined
  const yuan = 'ok' in result && result.ok ? inYuan(plan, result.premium) : undefined
  const address = buyPath(plan, tier, asked, lang) + (inId ? `&in_id=${encodeURIComponent(inId)}` : '')
  const goToProblem = (): void => {
    setPressed(true)
    document.getElementById(problem?.field ?? 'start')?.focus()
  }
  // If only the length is wrong the button corrects it; else it moves to what is missing, or continues to buying.
  const nearest = shown?.nearest
  const buy = premium ? { href: address } : { onClick: nearest ? () => set({ end: nearest }) : goToProblem }
  return (
    <section ref={panel} className="panel price-panel" id="price" aria-label={t('plans:price.title')}>
      <div className="panel-part price-fields grid gap-4">
        <h2 className="type-h3">{t('plans:price.title')}</h2>
        {inId && <FromPartner />}
        <PriceFields
          plan={plan}
          tier={tier}
          places={places}
          search={{ ...search, to }}
          today={today}
          family={Boolean(plan.family) && !inId}
          set={set}
          leave={(field) => setLeft((before) => [...before, field])}
          errorOf={errorOf}
        />
        {'ok' in result && result.ok && <Breakdown quote={result} family={family} />}
        <p className="text-small text-ink-2">{t('plans:price.note')}</p>
      </div>
      <div className="panel-part price-foot grid gap-3">
        <div aria-live="polite">
          {premium ? (
            <Total term={t('plans:price.once', { currency: formatCurrency(plan.currency, lang) })} value={premium} />
          ) : (
            <p className={shown ? 'text-bad' : 'text-ink-2'}>
              {shown ? t('plans:price.marked', { count: marked.length }) : problem && wordsOf(problem)}
            </p>
          )}
          {yuan && plan.guideRate && (
            <p className="text-small text-ink-2">
              {t('plans:price.about', { sum: formatAmount(yuan, lang), day: formatDay(plan.guideRate.day, lang) })}
            </p>
          )}
        </div>
        {!plan.online && (
          <p className="text-small text-ink-2">{t('plans:price.overseas', { insurer: plan.insurerName })}</p>
        )}
        <Buy
          plan={plan}
          retired={isRetired(plan, today)}
          button={
            <Button look="accent" block {...buy}>
              {nearest ? t('plans:price.until', { day: formatDay(nearest, lang) }) : t('plans:price.buy')}
            </Button>
          }
        />
      </div>
      {/* The panel above has the page's one accent button. */}
      <div className="action-bar web:hidden" data-no-print hidden={isRetired(plan, today)}>
        <p className={premium ? 'flex-1' : 'min-w-0 flex-1'}>
          {premium && <span className="type-sum num nobr block">{premium}</span>}
          <span className={`block truncate ${premium ? 'text-small text-ink-2' : 'font-semibold'}`}>
            {plan.tierNames[tier]}
          </span>
        </p>
        {premium ? (
          <Button look="primary" href={plan.insurerPage ?? address}>
            {t(plan.insurerPage ? 'plans:list.apply' : 'plans:price.buy')}
          </Button>
        ) : (
          <Button look="primary" onClick={goToProblem}>
            {t('plans:price.see')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Words of a problem, with the plan's own limits. */
function useProblemWords({ ages, term, tiers }: ClientPlan, tier: string): (problem: PriceProblem) => string {
  const t = useT()
  const lang = useLang()
  const { unit, from, to } = tiers.find(({ id }) => id === tier)?.term ?? term
  return (problem) =>
    t(`plans:price.problem.${problem.code}`, {
      youngest: ages.from,
      oldest: ages.to,
      day: problem.nearest ? formatDay(problem.nearest, lang) : '',
      shortest: t(`plans:price.length.${unit}`, { count: from }),
      longest: t(`plans:price.length.${unit}`, { count: to }),
    })
}

/** Where the card stays while the page scrolls: `top` of its column in `shell.css`. */
const STAYS_AT = 24

/**
 * Tells the style sheet how far from the top of the window the card begins, so that it ends with the window: below the
 * bars over the header, of which there are none, one or two, as well as at the top of a page that was scrolled.
 */
function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measure = (): void => {
      const it = panel.current
      it?.style.setProperty('--panel-top', `${Math.max(STAYS_AT, it.getBoundingClientRect().top)}px`)
    }
    const bars = new ResizeObserver(measure)
    bars.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      bars.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [panel])
}

/**
 * Keeps what was typed in the address, as the plan list does, so that it survives a reload, a change of language and
 * the way back from buying. Returns the function to call when something is typed: until then the address stays as it
 * was opened.
 */
function useSearchInAddress(search: PlanSearch, tier: string, firstTier: string, ready: boolean): () => void {
  const touched = useRef(false)
  useEffect(() => {
    if (!ready) return
    const query = new URLSearchParams(location.search)
    if (!touched.current && tier === (query.get('tier') ?? firstTier)) return
    if (tier !== firstTier || query.has('tier')) query.set('tier', tier)
    history.replaceState(history.state, '', location.pathname + writeSearch(search, query.toString()) + location.hash)
  }, [search, tier, firstTier, ready])
  return () => {
    touched.current = true
  }
}
