import { playBankRound } from '#tests/support/crash/crash-bank-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s leaves no movement of the bank lost or taken twice (78)', playBankRound)
