from citation_engine.llm.circuit import Circuit


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_a_circuit_opens_after_failures_in_a_row_and_lets_one_through_after_a_pause():
    clock = Clock()
    circuit = Circuit(failures=3, pause=10, clock=clock)

    for _ in range(3):
        assert circuit.allows()
        circuit.failed()

    assert not circuit.allows()
    clock.now += 10
    assert [circuit.allows() for _ in range(3)] == [True, False, False]


def test_a_success_closes_the_circuit_and_forgets_the_failures():
    circuit = Circuit(failures=2, clock=Clock())
    circuit.failed()
    circuit.succeeded()
    circuit.failed()

    assert circuit.allows()


def test_a_caller_that_never_reports_holds_the_others_up_for_one_pause_only():
    clock = Clock()
    circuit = Circuit(failures=1, pause=10, clock=clock)
    circuit.failed()
    clock.now += 10
    assert circuit.allows()

    clock.now += 10

    assert circuit.allows()


def test_a_failure_of_the_one_let_through_opens_it_again():
    clock = Clock()
    circuit = Circuit(failures=1, pause=10, clock=clock)
    circuit.failed()
    clock.now += 10
    circuit.allows()
    circuit.failed()
    clock.now += 9

    assert not circuit.allows()
