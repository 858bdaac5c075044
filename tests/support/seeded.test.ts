import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chanceOf, chosenSeed } from './seeded.ts'

const withSeed = (seed: string) => {
  vi.stubEnv('SEED', seed)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('every generated property starts with the seed of the run', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: chosenSeed() })
})

test('the same seed makes the same choices', () => {
  withSeed('123')
  const choices = () => {
    const chance = chanceOf(chosenSeed())
    return Array.from({ length: 10 }, () => chance.below(1_000))
  }

  expect(chosenSeed()).toBe(123)
  expect(choices()).toEqual(choices())
})

test('without SEED a run has the seed of every other run', () => {
  withSeed('')

  expect(chosenSeed()).toBe(22)
})

test('SEED=random chooses one for the whole run and prints it', () => {
  withSeed('random')
  const printed: unknown[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(text) > 0)

  const seeds = [chosenSeed(), chosenSeed()]
  vi.mocked(process.stdout.write).mockRestore()

  expect(seeds[0]).toBe(seeds[1])
  expect(printed).toEqual([`SEED=${seeds[0]}\n`])
})

test('a seed that is no number is refused', () => {
  withSeed('abc')

  expect(() => chosenSeed()).toThrow("SEED is 'abc'; it is a whole number, or 'random'.")
})
