import { pieces } from './figure-with-unit.ts'

/** A text whose figures keep their units. Plain where it is not Chinese: there no-break spaces do it. */
export function FiguresWithUnits({ children }: { children: string }) {
  if (!/[\u4e00-\u9fff]/.test(children)) return children
  return pieces(children).map((piece, i) => (piece.whole ? <span key={i} className="nobr">{piece.text}</span> : piece.text))
}
