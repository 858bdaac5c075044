import '#tests/support/doubles/with-stripe.ts'
import '#server/payments/group-payments.test.ts'
import '#server/payments/group-payments.proof.ts'
