import { playReturnRound } from '#tests/support/crash/crash-return-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s leaves no return half done, and money goes back once (74)', playReturnRound)
