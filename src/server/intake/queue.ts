/** Turns within this process: what needs much memory waits in a line, first come first served. */
export interface Queue {
  run: <T>(work: () => Promise<T>) => Promise<T>
}

export function createQueue(places: number): Queue {
  let free = places
  const line: (() => void)[] = []
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1
    else await new Promise<void>((turn) => line.push(turn))
  }
  const leave = (): void => {
    const next = line.shift()
    if (next) next()
    else free += 1
  }
  return {
    run: async (work) => {
      await enter()
      return work().finally(leave)
    },
  }
}
