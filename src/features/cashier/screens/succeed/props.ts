/** Props of both arrangements of the succeed page. */
import type { Followed } from '../../contract.ts'
import type { Follow } from '../../follow.ts'

export interface SucceedProps {
  data: Followed
  follow: Follow
}
