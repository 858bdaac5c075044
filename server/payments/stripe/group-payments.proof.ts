import '#tests/support/with-stripe.ts'
import '#server/payments/group-payments.test.ts'
