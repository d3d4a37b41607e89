import { Island, type IslandProps } from '../../../../app/island.tsx'
import { lazyPart } from '../../../../app/lazy.tsx'
import type { WizardProps } from './props.ts'

/** `/claim/application/*`: the claim wizard (spec §2, §4; design §6). This entry stays small; the rest is loaded right after it. */
export default function Apply({ titles, before, ...island }: IslandProps & WizardProps) {
  return (
    <Island {...island}>
      <Wizard titles={titles} before={before} />
    </Island>
  )
}

const Wizard = lazyPart(() => import('./wizard.tsx'))
