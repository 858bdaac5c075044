import { playGroupRound } from '#tests/support/crash/crash-group-rounds.ts'
import { testDeaths } from '#tests/support/crash/test-deaths.ts'

testDeaths('a process that dies %s leaves no quote ordered by half or twice, and no group paid so (13) (30)', playGroupRound)
