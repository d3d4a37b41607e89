/** The order by nearness as one file, which the finder loads when somebody asks for it. */
import { onDemandScript, type OnDemandScript } from '../../../../app/build/on-demand-script.build.ts'

export const bundleNearness = (): OnDemandScript =>
  onDemandScript('nearness', new URL('./order-by-nearness.ts', import.meta.url))
