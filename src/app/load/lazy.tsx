/** Screens that load on demand: web or mobile arrangement by device, a load error after 120 s (spec §8). */
import { Component, createElement, lazy, use, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { FirstParts, type Load } from '../build/first-parts.ts'
import { SITE_CONTACTS } from '../../lib/site-contacts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { LOAD_MS } from '../storage/storage-keys.ts'
import { $session } from '../session/session.ts'
import { withTimeLimit } from '../requests/time-limit.ts'
import { keepTypedOnReload } from '../storage/typed-before.ts'
import { isUnsupportedBrowser } from './unsupported-browser.ts'
import { useT } from '../words/words.tsx'

type Module<P> = { default: ComponentType<P> }

/**
 * One component that is the `web` or the `mobile` arrangement of the same props. It is requested with the page, and the
 * island waits for it; the build, which does not know the device, draws both.
 */
export function byDevice<P extends object>(
  arrangements: Record<'web' | 'mobile', () => Promise<Module<P>>>,
): ComponentType<P> {
  if (import.meta.env.SSR) return bothDevices(arrangements)
  const arriving = withTimeLimit(arrangements[$session.get().device](), LOAD_MS)
  const held: { Part?: ComponentType<P> } = {}
  firstParts.push(
    arriving.then(
      (it) => void (held.Part = it.default),
      // Where it is drawn it is asked for again, and its place says that it is missing.
      () => undefined,
    ),
  )
  const Later = lazyPart(() => arrangements[$session.get().device]())
  return function Arrangement(props: P) {
    // Chosen once: another component in its place would begin anew, without the focus and what was pressed.
    const [Part] = useState(() => held.Part ?? Later)
    return <Part {...props} />
  }
}

/**
 * A name of its own, so that rules tell the second drawing from the first: each has the page's heading and ids. Unknown
 * elements are inline unless a class says otherwise.
 */
const DRAWN_FOR_PHONES = 'drawn-for-phones'

function bothDevices<P extends object>({ web, mobile }: Record<'web' | 'mobile', () => Promise<Module<P>>>) {
  const [Web, Mobile] = [lazy(web), lazy(mobile)]
  return function Both(props: P) {
    return (
      <>
        <div className="mobile:hidden">
          <Web {...props} />
        </div>
        {createElement(DRAWN_FOR_PHONES, { className: 'block web:hidden' }, <Mobile {...props} />)}
      </>
    )
  }
}

const firstParts: Promise<void>[] = []
const held: { all?: Promise<unknown> } = {}
/** One promise for every look of React at the same thing. */
const firstPartsArrived = (): Promise<unknown> => (held.all ??= Promise.all(firstParts))
const island = { drawn: false }
const isDrawn = (): boolean => island.drawn
function noteDrawn(): void {
  island.drawn = true
}

/** Holds an island back until the parts of its first state are there, so that nothing is drawn only to be replaced. */
export function useFirstParts(): void {
  useEffect(noteDrawn, [])
  if (firstParts.length > 0) use(firstPartsArrived())
}

/** A part that is loaded by its name. */
export type Part<P extends object> = ComponentType<P> & {
  /** Asks for it before it is reached. Never rejects: where it is drawn, its place says that it is missing. */
  load: () => Promise<void>
}

/**
 * A part that loads when it is reached, so that a page's first screen stays light (design §8). Until then `coming`,
 * with an h1 if the part has one.
 */
export function lazyPart<P extends object>(load: Load<Module<P>>, coming: ReactNode = <Loading />): Part<P> {
  return import.meta.env.SSR ? drawnPart(load) : reached(() => withTimeLimit(load(), LOAD_MS), coming)
}

function drawnPart<P extends object>(load: Load<Module<P>>): Part<P> {
  const Drawn = lazy(load)
  return named(function InFirstState(props: P) {
    const parts = use(FirstParts)
    if (load.module) parts?.add(load.module)
    return <Drawn {...props} />
  })
}

const named = <P extends object>(part: ComponentType<P>, load = () => Promise.resolve()): Part<P> =>
  Object.assign(part, { load })

/**
 * A part that comes after the first state: nothing is shown in its place while it loads. If it fails, its place says
 * so.
 */
export const optionalPart = <P extends object>(load: () => Promise<Module<P>>): Part<P> =>
  import.meta.env.SSR ? named(() => null) : reached(load, null, 'later')

/** A part that nobody misses: nothing is shown in its place if it fails either. */
export const silentPart = <P extends object>(load: () => Promise<Module<P>>): Part<P> =>
  import.meta.env.SSR ? named(() => null) : reached(load, null, 'silent')

/**
 * Not React's `lazy`: after its fallback was shown, React holds back what comes for 300 ms, and a part that is there
 * already shows its fallback first.
 */
function reached<P extends object>(
  load: () => Promise<Module<P>>,
  coming: ReactNode,
  optional?: 'later' | 'silent',
): Part<P> {
  const part: { Loaded?: ComponentType<P>; arriving?: Promise<void> } = {}
  const arrive = (): Promise<void> => (part.arriving ??= load().then((it) => void (part.Loaded = it.default)))

  function Arriving(props: P) {
    const [, redraw] = useState(false)
    // What belongs to the first state holds the whole island back: what the build drew stays until then.
    const [isFirst] = useState(() => !optional && !isDrawn())
    useEffect(() => {
      arrive().then(
        () => redraw(true),
        // Thrown where it is drawn, so that the boundary around it says it.
        (error: unknown) =>
          redraw(() => {
            throw error
          }),
      )
    }, [])
    if (!part.Loaded && isFirst) use(arrive())
    return part.Loaded ? <part.Loaded {...props} /> : coming
  }
  const Reached = (props: P) => (
    <LoadBoundary fallback={optional === 'silent' ? null : undefined}>
      <Arriving {...props} />
    </LoadBoundary>
  )
  return named(Reached, () => arrive().catch(() => undefined))
}

function Loading() {
  const t = useT()
  return (
    <p role="status" className="text-small text-ink-2">
      {t('app:load.loading')}
    </p>
  )
}

function LoadError({ old }: Failed) {
  const t = useT()
  const { phone } = SITE_CONTACTS
  const [updated, setUpdated] = useState(false)
  useEffect(() => {
    keepTypedOnReload()
    void window.isSiteUpdated?.().then(setUpdated)
  }, [])
  const why = old ? 'app:load.old' : updated ? 'app:load.updated' : 'app:load'
  return (
    <section role="alert" className="grid justify-items-start gap-3">
      <h2 className="type-h3">{t(`${why}.title`)}</h2>
      <p className="text-ink-2">{t(`${why}.text`)}</p>
      <Button look="line" onClick={() => location.reload()}>
        {t('app:load.again')}
      </Button>
      <TextLink look="inline" href={`tel:${phone.replaceAll(' ', '')}`}>
        {t('app:load.call', { phone })}
      </TextLink>
    </section>
  )
}

interface Failed {
  /** The part failed, and whether because the browser is too old. */
  old?: boolean
}

/** Shows the load error in place of a part that failed, with a next step. */
export class LoadBoundary extends Component<{ children: ReactNode; fallback?: ReactNode }, Failed> {
  override state: Failed = {}
  static getDerivedStateFromError(error: unknown): Failed {
    return { old: isUnsupportedBrowser(error) }
  }
  override render(): ReactNode {
    const { old } = this.state
    const { children, fallback = <LoadError old={old} /> } = this.props
    return old === undefined ? children : fallback
  }
}
