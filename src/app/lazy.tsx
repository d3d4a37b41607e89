/** Screens that come when they are needed: web or mobile arrangement by device, a load error after 120 s (spec §8). */
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { LOAD_MS } from './keys.ts'
import { $session } from './session.ts'
import { useT } from './words.tsx'

/** Rejects when `load` has not come within the limit. */
export function within<T>(load: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('load timeout')), ms)
  })
  return Promise.race([load, limit]).finally(() => clearTimeout(timer))
}

type Module<P> = { default: ComponentType<P> }

/** One component that is the `web` or the `mobile` arrangement of the same props. */
export const byDevice = <P extends object>(arrangements: Record<'web' | 'mobile', () => Promise<Module<P>>>, coming?: ReactNode): ComponentType<P> =>
  whenReached(() => arrangements[$session.get().device](), coming)

/** A part that loads when it is reached, so that the first screen of a page stays light (design §8). `coming` stands there until then: a part that brings the page's h1 needs another in its place. */
export function whenReached<P extends object>(load: () => Promise<Module<P>>, coming: ReactNode = <Loading />): ComponentType<P> {
  const Part = lazy(() => within(load(), LOAD_MS))
  return function Reached(props: P) {
    return (
      <LoadBoundary>
        <Suspense fallback={coming}>
          <Part {...props} />
        </Suspense>
      </LoadBoundary>
    )
  }
}

function Loading() {
  const t = useT()
  return (
    <p role="status" className="text-small text-ink-2">
      {t('app:load.loading')}
    </p>
  )
}

/** Shows the load error in place of a part that failed, with a way on. */
export function LoadBoundary({ children, fallback = <LoadError /> }: { children: ReactNode; fallback?: ReactNode }) {
  return <Boundary fallback={fallback}>{children}</Boundary>
}

function LoadError() {
  const t = useT()
  return (
    <section role="alert" className="grid justify-items-start gap-3">
      <h2 className="type-h3">{t('app:load.title')}</h2>
      <p className="text-ink-2">{t('app:load.text')}</p>
      <Button look="line" onClick={() => location.reload()}>
        {t('app:load.again')}
      </Button>
    </section>
  )
}

class Boundary extends Component<{ children: ReactNode; fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
