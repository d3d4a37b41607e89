import { pieces } from './figure-with-unit.ts'

/** Text whose figures stay with their units, whose dates and numbers with hyphens stay whole. */
export function FiguresWithUnits({ children }: { children: string }) {
  return pieces(children).map((piece, i) =>
    piece.whole ? (
      <span key={i} className="nobr">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  )
}
