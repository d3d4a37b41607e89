import { Island, type IslandProps } from '../../../../app/island.tsx'
import { lazyPart } from '../../../../app/lazy.tsx'
import type { WizardProps } from './props.ts'

/**
 * `/claim/application/*`: the claim's wizard (spec §2, §4; design §6). The entry is small: everything else is loaded
 * right after it.
 */
export default function Apply({ titles, before, drawn, ...island }: IslandProps & WizardProps) {
  return (
    <Island {...island}>
      <Wizard titles={titles} before={before} drawn={drawn} />
    </Island>
  )
}

const Wizard = lazyPart(() => import('./wizard.tsx'))
