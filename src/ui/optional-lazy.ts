import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * A part that few people need, loaded when it is rendered; if it fails to load, nothing is shown. Needs `Suspense`
 * around it.
 */
export const optionalLazy = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() => load().catch((): { default: ComponentType<P> } => ({ default: () => null })))
